import { parseEther } from "viem"
import { describe, expect, test } from "vitest"
import { loanRouteAfterBuy, quoteLeverage, quoteMixed } from "@/lib/loans/leverage-math"
import {
  type LoanRoute,
  loanValue,
  quoteLiquidation,
  quoteLoan,
  quotePartialSale,
  withFloor,
} from "@/lib/loans/math"
import {
  breakEvenPrice,
  closingValue,
  compareOutcomes,
  PRICE_CHANGES,
} from "@/lib/loans/position-outcome"
import { type Pool, quoteBuy, quoteSell, routePrice, spotPrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { amount, kelp, route, tide } from "./cases"

const onTide: LoanRoute = { tide, token: null, taxBasisPoints: 50n }
const onKelp: LoanRoute = { tide, token: withFloor(kelp), taxBasisPoints: 150n }
const terms = { days: 10n, now: 0n }
const days = fc.bigInt(1n, 1_000n)

describe("the worked position", () => {
  test("on TIDE with one round: a purchase and a loan on it", () => {
    // 1,000 days cost 7 %, so one USDB bought with 1,650 bp of tax is soon too little; the first round by hand:
    const input = parseEther("100")
    const bought = quoteBuy(onTide, input)
    const first = quoteLoan(loanRouteAfterBuy(onTide, input), bought.amountOut, terms)
    const second = quoteBuy(first.after, first.payout)
    const whole = quoteLeverage(onTide, input, terms)
    expect(bought.tax).toBe(parseEther("0.5"))
    expect(first.loan.debt).toBeLessThan(parseEther("99.5"))
    expect(whole.position.collateral).toBeGreaterThan(bought.amountOut + second.amountOut)
    expect(whole.rest).toBeLessThan(parseEther("0.1"))
    expect(whole.spent + whole.rest).toBe(input)
  })

  test("on TIDE turns 100 USDB into more than 30 times as much collateral", () => {
    const { position, rounds } = quoteLeverage(onTide, parseEther("1"), terms)
    // Each round keeps about 1 − 0.5 % − 2.05 % of the input: 1 / 2.55 % = 39 times, less the price impact.
    expect(position.collateral).toBeGreaterThan(parseEther("35"))
    expect(position.collateral).toBeLessThan(parseEther("39.3"))
    expect(rounds).toBeGreaterThan(200)
    expect(rounds).toBeLessThan(300)
  })

  test("on a token at twice its floor borrows about half of each purchase", () => {
    const { position, rounds } = quoteLeverage(onKelp, parseEther("1"), terms)
    // 1 / (1 − 0.5 · 0.985 · 0.9795) = 1.93 times 0.985 USDB at 3 USDB
    expect(position.collateral).toBeGreaterThan(parseEther("0.62"))
    expect(position.collateral).toBeLessThan(parseEther("0.634"))
    expect(rounds).toBe(10)
  })
})

test.each([
  ["0.9", 10n, true],
  ["0.02", 10n, false],
  ["10", 0n, false],
  ["10", 1n, true],
  ["10", 1_000n, true],
  ["10", 1_001n, false],
])("%s USDB on TIDE for %s days: %s", (input, forDays, isPossible) => {
  const quote = quoteLeverage(onTide, parseEther(input), { days: forDays, now: 0n })
  expect(quote.isPossible).toBe(isPossible)
})

describe("over random pools", () => {
  test("money and tokens add up", () => {
    fc.assert(
      fc.property(route, amount, days, (way, input, forDays) => {
        const quote = quoteLeverage(way, input, { days: forDays, now: 0n })
        const { position, spent, rest, loanFee, tradeTax, loanTax, after } = quote
        expect(spent + rest).toBe(input)
        expect(position.borrowed).toBe(position.debt - loanFee)
        // All inputs come from the trader or from loans; taxes leave, the rest of each fee stays.
        const raised = spent + position.borrowed - tradeTax + (loanFee - loanTax)
        expect(after.tide.reserve1 - way.tide.reserve1).toBe(raised)
        const minted = (after.token ?? after.tide).supply - (way.token ?? way.tide).supply
        expect(minted).toBe(position.collateral)
        if (!after.token || !way.token) return
        const tideIn = after.token.reserve1 - way.token.reserve1
        expect(after.tide.supply - way.tide.supply).toBe(tideIn)
        expect(position.tideCollateral <= tideIn).toBe(true)
      }),
      { numRuns: runs(20, 2_000) },
    )
  })

  test("the debt is covered, and a liquidation never needs more than the collateral", () => {
    fc.assert(
      fc.property(route, amount, days, (way, input, forDays) => {
        const { position, after } = quoteLeverage(way, input, { days: forDays, now: 0n })
        const most = loanValue(after, position.collateral)
        expect(most.debt >= position.debt).toBe(true)
        expect(most.tideCollateral >= position.tideCollateral).toBe(true)
        const end = quoteLiquidation(after, position)
        expect(end.claim >= 0n).toBe(true)
        expect(spotPrice(end.after.tide) >= spotPrice(way.tide)).toBe(true)
      }),
      { numRuns: runs(20, 2_000) },
    )
  })

  test("opening and closing never pays", () => {
    fc.assert(
      fc.property(route, amount, days, (way, input, forDays) => {
        const { position, after, spent } = quoteLeverage(way, input, { days: forDays, now: 0n })
        expect(closingValue(after, position) <= spent).toBe(true)
        const half = quotePartialSale(after, position, 50n)
        if (!half?.loan) return
        const rest = closingValue(half.after, half.loan)
        expect(half.payout + rest <= spent).toBe(true)
      }),
      { numRuns: runs(20, 2_000) },
    )
  })
})

describe("outcomes", () => {
  test("name the price changes from −50 % to +100 %", () => {
    const rows = compareOutcomes(onKelp, parseEther("10"), terms)
    expect(rows.map(({ change }) => change)).toEqual(PRICE_CHANGES)
    for (const { change, plain, leveraged } of rows) {
      const target = (routePrice(onKelp) * (10_000n + change)) / 10_000n
      for (const { price, isReached } of [plain, leveraged]) {
        // The price of kelp is 3, its floor 1.5: no sales bring it to −50 % while somebody holds tokens.
        expect(isReached).toBe(change > -5_000n)
        const difference = price > target ? price - target : target - price
        if (isReached) expect(difference * 10n ** 9n < target).toBe(true)
      }
    }
  })

  test("of TIDE has no price below today's, and leverage gains more from a rise than a purchase", () => {
    const rows = compareOutcomes(onTide, parseEther("10"), terms)
    for (const { change, plain, leveraged } of rows) {
      expect(plain.isReached).toBe(change > 0n)
      expect(plain.price >= routePrice(onTide)).toBe(true)
      if (change >= 1_000n) expect(leveraged.result > plain.result).toBe(true)
      if (change <= 0n) expect(leveraged.result < plain.result).toBe(true)
    }
    const doubled = rows.at(-1)
    // 10 USDB twice as much worth, less tax on both sides and the price impact of the sale
    expect(doubled?.plain.result).toBeGreaterThan(parseEther("9.75"))
    expect(doubled?.plain.result).toBeLessThan(parseEther("10"))
    expect(doubled?.leveraged.result).toBeGreaterThan(parseEther("250"))
  })

  test("rise with the price, and no more than what was spent is lost", () => {
    fc.assert(
      fc.property(route, amount, days, (way, input, forDays) => {
        const rows = compareOutcomes(way, input, { days: forDays, now: 0n }, [
          -3_000n,
          1_000n,
          10_000n,
        ])
        const { spent } = quoteLeverage(way, input, { days: forDays, now: 0n })
        for (const { leveraged, plain } of rows) {
          expect(leveraged.value >= 0n && plain.value >= 0n).toBe(true)
          expect(leveraged.result).toBe(leveraged.value - spent)
          expect(plain.result).toBe(plain.value - spent)
        }
        for (const kind of ["leveraged", "plain"] as const) {
          const values = rows.map((row) => row[kind])
          for (const [i, now] of values.entries()) {
            const before = values[i - 1]
            if (before && now.price > before.price) expect(now.value >= before.value).toBe(true)
          }
        }
      }),
      { numRuns: runs(10, 500) },
    )
  })

  test("break even where the closing value is what was spent", () => {
    fc.assert(
      fc.property(route, amount, days, (way, input, forDays) => {
        const quote = quoteMixed(way, input, { days: forDays, now: 0n })
        const price = breakEvenPrice(quote)
        expect(price).not.toBeNull()
        if (price === null) return
        expect(price >= routePrice(quote.after)).toBe(true)
        const change = (price * 10_000n) / routePrice(way) - 10_000n
        const [below, above] = compareOutcomes(way, input, { days: forDays, now: 0n }, [
          change - 100n,
          change + 100n,
        ])
        if (below && below.leveraged.price < price) expect(below.leveraged.result <= 0n).toBe(true)
        if (above && above.leveraged.price >= price) {
          expect(above.leveraged.result >= 0n).toBe(true)
        }
      }),
      { numRuns: runs(10, 500) },
    )
  })
})

test("fresh pools: the first purchase of a token can be leveraged, too", () => {
  const fresh: Pool = { ...kelp, supply: 0n, reserve1: parseEther("100") }
  const way: LoanRoute = { tide, token: withFloor(fresh), taxBasisPoints: 150n }
  const { position, after, rounds } = quoteMixed(way, 10n * WAD, terms)
  expect(rounds).toBeGreaterThan(1)
  expect(after.token?.supply).toBe(position.collateral)
  expect(quoteSell(after, position.collateral).amountOut).toBeGreaterThan(0n)
})
