import { describe, expect, test } from "vitest"
import {
  classifyImpact,
  findLargeShare,
  isConsent,
  measureSlip,
} from "@/components/ticket/price-impact"

test.each([
  [299n, "ordinary"],
  [300n, "notable"],
  [500n, "high"],
  [1_000n, "severe"],
  [1_499n, "severe"],
  [1_500n, "extreme"],
])("an impact of %s basis points is %s", (impact, level) => {
  expect(classifyImpact(impact)).toBe(level)
})

test.each([
  ["confirm", true],
  [" Confirm ", true],
  ["confirmed", false],
  ["", false],
])("%j is consent: %s", (text, is) => {
  expect(isConsent(text)).toBe(is)
})

test.each([
  [49n, 100n, null],
  [50n, 100n, 50n],
  [100n, 100n, 100n],
  [101n, 100n, null],
  [0n, 0n, null],
])("%s of %s is a large share: %s", (amount, balance, share) => {
  expect(findLargeShare(amount, balance)).toBe(share)
})

describe("measureSlip", () => {
  const quoted = { amountIn: 100n, amountOut: 1_000n }
  test.each([
    [100n, 1_000n, null],
    [100n, 1_100n, null],
    [100n, 990n, null],
    [100n, 989n, 110n],
    [102n, 1_000n, 197n],
    [50n, 500n, null],
  ])("paying %s for %s is worse by %s basis points", (amountIn, amountOut, slip) => {
    expect(measureSlip(quoted, { amountIn, amountOut }, 100n)).toBe(slip)
  })
})
