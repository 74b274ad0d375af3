import { describe, expect, test } from "vitest"
import { formatMultiple, previewLeverage } from "@/components/loans/leverage/preview"
import {
  findPercentage,
  loanRouteAfterBuy,
  NOTABLE_FEES,
  quoteLeverage,
  SEVERE_FEES,
} from "@/lib/loans/leverage-math"
import type { LoanRoute } from "@/lib/loans/math"
import { closingValue } from "@/lib/loans/position-outcome"
import { buyValue, routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { freshRoute } from "@/tests/components/swap/pool-state"

const traded = loanRouteAfterBuy(freshRoute, 200n * WAD)
const onTide: LoanRoute = { ...traded, token: null }

function preview(route: LoanRoute, amount: bigint, days = 30n, percentage = 100n) {
  const result = previewLeverage(route, amount, days, percentage)
  if (!result) throw new Error("Nothing is bought")
  return result
}

describe.each([
  ["TIDE", onTide],
  ["a token", traded],
])("a leveraged purchase of %s", (_, route) => {
  const quote = quoteLeverage(route, 10n * WAD, { days: 30n, now: 0n })
  const shown = preview(route, 10n * WAD)

  test("shows the figures of the twin of the contract", () => {
    const { position, spent, rest, loanFee, tradeTax, usdValue } = quote
    const { collateral, debt } = position
    expect(shown).toMatchObject({ collateral, debt, spent, rest, loanFee, tradeTax, usdValue })
    expect(shown.spent + shown.rest).toBe(10n * WAD)
  })

  test("multiplies the exposure, and rounds it down", () => {
    expect(shown.exposure).toBe((quote.position.collateral * routePrice(route)) / WAD)
    expect(shown.multiple).toBe((shown.exposure * 10_000n) / shown.spent)
    expect(shown.multiple).toBeGreaterThan(10_000n)
  })

  test("has an impact between nothing and everything, that grows with the amount", () => {
    const larger = preview(route, 40n * WAD)
    expect(shown.impact).toBeGreaterThan(0n)
    expect(larger.impact).toBeGreaterThan(shown.impact)
    expect(larger.impact).toBeLessThan(10_000n)
  })

  test("breaks even above the price before, and never loses more than is paid", () => {
    expect(shown.breakEven).toBeGreaterThan(shown.priceBefore)
    for (const { leveraged } of shown.outcomes) {
      expect(leveraged.result).toBeGreaterThanOrEqual(-shown.spent)
    }
  })

  test("leaves less after expiry than closing gives before it", () => {
    expect(shown.leftOver.tokens).toBeGreaterThan(0n)
    expect(shown.leftOver.usdb).toBeLessThan(shown.closingNow)
    expect(shown.closingNow).toBe(closingValue(quote.after, quote.position))
  })
})

describe("an exposure", () => {
  const amount = 100n * WAD
  const terms = { days: 30n, now: 0n }
  const most = preview(onTide, amount).multiple

  test("is met by the nearest percentage that is leveraged", () => {
    expect(most).toBeGreaterThan(200_000n)
    // Of a percent, and what a smaller purchase moves the price less.
    const step = (most * 3n) / 200n
    for (const target of [20_000n, 30_000n, 100_000n, 200_000n]) {
      const percentage = findPercentage(onTide, amount, terms, target)
      const { multiple } = preview(onTide, amount, 30n, percentage)
      const distance = multiple > target ? multiple - target : target - multiple
      expect(distance).toBeLessThanOrEqual(step / 2n)
    }
    expect(findPercentage(onTide, amount, terms, most)).toBe(100n)
    expect(findPercentage(onTide, amount, terms, 10_001n)).toBe(1n)
  })

  test("of twice the money costs little of it, the most four fifths", () => {
    const percentage = findPercentage(onTide, amount, terms, 20_000n)
    const twice = preview(onTide, amount, 30n, percentage)
    expect(twice.feeShare).toBeLessThan(NOTABLE_FEES)
    expect(twice.tokens).toBeGreaterThan(0n)
    expect(twice.closingNow).toBeGreaterThan((amount * 9n) / 10n)
    expect(twice.spent + twice.rest).toBe(amount)
    expect(twice.atStake).toBeLessThan(amount / 10n)
    const all = preview(onTide, amount)
    expect(all.feeShare).toBeGreaterThan(SEVERE_FEES)
    expect(all.tokens).toBe(0n)
    expect(all.atStake).toBe(all.spent)
  })

  test("gains and loses with the price as much as it says", () => {
    const twice = preview(traded, 10n * WAD, 30n, 50n)
    const rise = twice.outcomes.at(-1)
    expect(rise?.leveraged.result).toBeGreaterThan(rise?.plain.result ?? 0n)
    expect(twice.breakEven).toBeGreaterThan(twice.priceBefore)
  })
})

test("costs more for more days, and borrows less", () => {
  const [short, long] = [preview(traded, 10n * WAD, 1n), preview(traded, 10n * WAD, 1_000n)]
  expect(long.loanFee * short.debt).toBeGreaterThan(short.loanFee * long.debt)
  expect(long.multiple).toBeLessThan(short.multiple)
})

test("counts for the whitelist what all rounds bring the pool", () => {
  const first = buyValue(traded, 10n * WAD)
  expect(preview(traded, 10n * WAD).usdValue).toBeGreaterThan(first)
})

test("is nothing where rounding leaves nothing to buy, and not possible below the least debt", () => {
  expect(previewLeverage(traded, 1n, 30n)).toBeNull()
  expect(preview(traded, WAD / 100n).isPossible).toBe(false)
})

test.each([
  [42_000n, "4.2×"],
  [42_999n, "4.2×"],
  [390_999n, "39×"],
  [9_500n, "0.9×"],
])("%s basis points are %s", (basisPoints, text) => {
  expect(formatMultiple(basisPoints)).toBe(text)
})
