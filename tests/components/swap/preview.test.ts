import { describe, expect, test } from "vitest"
import { quoteSell, type Route, routeAfterBuy } from "@/lib/tokens/pool-math"
import { canFall, previewTrade, quoteAtTax, splitFees } from "@/lib/tokens/preview"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { freshRoute } from "./pool-state"

const anyAmount = fc.bigInt({ min: WAD / 100n, max: 10n ** 6n * WAD })
const receivers = {
  vaultTakesTaxes: false,
  shares: { active: 1n, granted: 1n },
  isPrediction: false,
}

describe("previewTrade", () => {
  test("a buy raises the price, and its impact is between nothing and everything", () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const preview = previewTrade(freshRoute, "buy", amount)
        expect(preview.priceAfter).toBeGreaterThan(preview.priceBefore)
        expect(preview.impact).toBeGreaterThan(0n)
        expect(preview.impact).toBeLessThanOrEqual(10_000n)
      }),
    )
  })

  test("no trade lowers the floor by more than its last digits, and none promises more than selling now", () => {
    fc.assert(
      fc.property(anyAmount, fc.bigInt(1n, 100n), (amount, percent) => {
        const bought = previewTrade(freshRoute, "buy", amount)
        const after: Route = routeAfterBuy(freshRoute, amount)
        const sold = previewTrade(after, "sell", (bought.amountOut * percent) / 100n)
        for (const { floorBefore, floorAfter } of [bought, sold]) {
          expect(floorAfter + floorBefore / 10n ** 14n + 2n).toBeGreaterThanOrEqual(floorBefore)
        }
        expect(bought.leastProceeds).toBeLessThanOrEqual(
          quoteSell(after, bought.amountOut).amountOut,
        )
        expect(sold.leastProceeds).toBeLessThanOrEqual(sold.amountOut)
      }),
    )
  })

  test("taxes a buy by what is paid", () => {
    expect(previewTrade(freshRoute, "buy", 100n * WAD).tax).toBe((3n * WAD) / 2n)
  })
})

test("fees name both rates, and their parts add up", () => {
  const preview = previewTrade({ ...freshRoute, taxBasisPoints: 950n }, "buy", 100n * WAD)
  const fees = splitFees(preview, { total: 950n, surge: 800n }, receivers)
  expect(fees).toMatchObject({ baseRate: 150n, surgeRate: 800n, total: (95n * WAD) / 10n })
  expect(Object.values(fees.split).reduce((sum, part) => sum + part)).toBe(fees.total)
  expect(fees.split.rewardBuyers).toBe((fees.total * 400n) / 10_000n)
})

test("the same trade gives more when the tax has fallen", () => {
  for (const side of ["buy", "sell"] as const) {
    const bought = routeAfterBuy(freshRoute, 100n * WAD)
    const [now, later] = [800n, 150n].map((tax) => quoteAtTax(bought, side, WAD, tax))
    expect(later).toBeGreaterThan(now ?? 0n)
  }
})

test("only a token with room above its floor can fall", () => {
  expect(canFall(freshRoute)).toBe(false)
  expect(canFall(routeAfterBuy(freshRoute, 100n * WAD))).toBe(true)
  expect(canFall({ ...freshRoute, token: null })).toBe(false)
})
