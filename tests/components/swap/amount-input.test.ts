import { describe, expect, test } from "vitest"
import { formatAmountIn, solveInput } from "@/components/swap/amount-input"
import { presetAmount } from "@/components/ui/amount-presets"
import { formatAmount, formatExactAmount, parseAmount } from "@/lib/format"
import { quoteBuy, quoteSell, routeAfterBuy } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { freshRoute } from "./pool-state"

const route = routeAfterBuy(freshRoute, 500n * WAD)

describe("solveEntry", () => {
  test("takes what is paid as it is typed", () => {
    expect(solveInput(route, "buy", { field: "pay", text: "1.5" })).toEqual({
      kind: "ready",
      amountIn: (3n * WAD) / 2n,
    })
  })

  test("finds the least that gives what was typed to be received", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 200n * WAD), fc.constantFrom("buy", "sell"), (target, side) => {
        const text = formatExactAmount(target)
        const solved = solveInput(route, side, { field: "receive", text })
        if (solved.kind !== "ready") throw new Error(`Not solved: ${solved.kind}`)
        const quote = side === "buy" ? quoteBuy : quoteSell
        expect(quote(route, solved.amountIn).amountOut).toBeGreaterThanOrEqual(target)
        expect(quote(route, solved.amountIn - 1n).amountOut).toBeLessThan(target)
      }),
    )
  })

  test.each([
    ["", "empty"],
    ["ten", "malformed"],
    ["1.0000000000000000001", "malformed"],
    ["0.0", "zero"],
    ["1000000000", "unreachable"],
  ])("%j to be received is %s", (text, kind) => {
    expect(solveInput(route, "sell", { field: "receive", text }).kind).toBe(kind)
  })
})

test.each([
  [1_000_000_000_000_000_001n, "1.000001"],
  [1_000_001_000_000_000_000n, "1.000001"],
  [12_345n * WAD, "12,345"],
  [5n, "0.000000000000000005"],
])("what must be paid, %s, is never shown as less: %s", (value, text) => {
  expect(formatAmountIn(value)).toBe(text)
  expect(parseAmount(formatAmountIn(value))).toBeGreaterThanOrEqual(value)
})

test("what is received is never shown as more", () => {
  fc.assert(
    fc.property(fc.bigInt(10n ** 6n, 10n ** 26n), (value) => {
      const shown = parseAmount(formatAmount(value, 6))
      expect(shown === null || shown <= value).toBe(true)
    }),
  )
})

test("all of a balance leaves nothing behind", () => {
  expect(presetAmount(1_234_567n, "max")).toBe(1_234_567n)
  expect(presetAmount(3n, "50")).toBe(1n)
})
