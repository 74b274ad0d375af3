import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Market } from "@/components/swap/market"
import { findObstacle, impactLevel, previewTrade, tokenPrice } from "@/components/swap/preview"
import { parseAmount } from "@/lib/format"
import type { Route } from "@/lib/tokens/math"

const UNIT = 10n ** 18n

/** Both pools as they open. */
const route: Route = {
  tide: { base0: 10_000n * UNIT, reserve1: 10_000n * UNIT, supply: 0n, multiplier: 100n },
  token: { base0: 1_000n * UNIT, reserve1: 1_000n * UNIT, supply: 0n, multiplier: 50n },
  taxBasisPoints: 150n,
}

const holdings = { balance: 100n * UNIT, allowance: 0n }
const open: Market = { route, freeze: null, wallet: { pay: { buy: holdings, sell: holdings } } }

function obstacle(text: string, market: Market = open, side: "buy" | "sell" = "buy") {
  const amount = parseAmount(text)
  const preview = amount ? previewTrade(market.route, side, amount) : null
  return findObstacle({ market, side, text, amount, preview, paySymbol: "USDB" })
}

describe("previewTrade", () => {
  test("opens at one dollar", () => {
    expect(tokenPrice(route)).toBe(UNIT)
  })

  test("a buy raises the price, and its impact is between nothing and everything", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: UNIT / 100n, max: 10n ** 6n * UNIT }), (amount) => {
        const preview = previewTrade(route, "buy", amount)
        expect(preview.priceAfter).toBeGreaterThan(preview.priceBefore)
        expect(preview.impact).toBeGreaterThan(0n)
        expect(preview.impact).toBeLessThanOrEqual(10_000n)
      }),
    )
  })

  test("taxes a buy by what is paid", () => {
    expect(previewTrade(route, "buy", 100n * UNIT).tax).toBe((3n * UNIT) / 2n)
  })
})

test.each([
  [299n, "ordinary"],
  [300n, "notable"],
  [500n, "high"],
  [1_500n, "severe"],
])("an impact of %s basis points is %s", (impact, level) => {
  expect(impactLevel(impact)).toBe(level)
})

describe("findObstacle", () => {
  test.each([
    ["", "empty"],
    ["ten", "malformed"],
    ["0", "zero"],
    ["0.000000000000000001", "too-small"],
    ["100.000000000000000001", "balance"],
  ])("for %j it is %s", (text, kind) => {
    expect(obstacle(text)?.kind).toBe(kind)
  })

  test("lets the whole balance pass", () => {
    expect(obstacle("100")).toBeNull()
  })

  test("keeps strangers from buying a frozen token, and lets them sell", () => {
    const frozen = { ...open, freeze: { isWhitelisted: false, leftUsd: 0n } }
    expect(obstacle("10", frozen)?.kind).toBe("frozen")
    expect(obstacle("10", frozen, "sell")).toBeNull()
  })

  test("holds the whitelisted to their limit, by the value that enters the pool", () => {
    const limit = previewTrade(route, "buy", 10n * UNIT).usdValue
    const at = (leftUsd: bigint) => ({ ...open, freeze: { isWhitelisted: true, leftUsd } })
    expect(obstacle("10", at(limit))).toBeNull()
    expect(obstacle("10", at(limit - 1n))?.kind).toBe("frozen")
  })
})
