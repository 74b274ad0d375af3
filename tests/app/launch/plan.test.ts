import { describe, expect, test } from "vitest"
import { checkDraft, type Draft, forecast } from "@/app/launch/_parts/plan"

const good: Draft = {
  symbol: "KELP",
  name: "Kelp Forest",
  multiplier: 75,
  startLiquidity: "1000",
  rewardTarget: "0",
  isFrozen: false,
}

describe("checkDraft", () => {
  test("finds nothing in a good draft", () => {
    expect(checkDraft(good)).toEqual({})
  })

  test.each([
    ["symbol", ""],
    ["symbol", "A B"],
    ["symbol", "A\u200BB"],
    ["symbol", "\u202Eevil"],
    ["symbol", "🐚".repeat(9)],
    ["name", "   "],
    ["name", "x".repeat(129)],
    ["name", "tag\u{E0041}"],
    ["startLiquidity", "99"],
    ["startLiquidity", "10001"],
    ["startLiquidity", "100.5"],
    ["startLiquidity", "1e3"],
    ["rewardTarget", "150001"],
    ["rewardTarget", "-1"],
  ] as const)("refuses %s %j", (field, value) => {
    expect(Object.keys(checkDraft({ ...good, [field]: value }))).toEqual([field])
  })

  test.each([
    ["symbol", "🐚".repeat(8)],
    ["name", "é".repeat(64)],
    ["startLiquidity", "100"],
    ["startLiquidity", "10000"],
    ["rewardTarget", "150000"],
  ] as const)("takes %s %j at the limit", (field, value) => {
    expect(checkDraft({ ...good, [field]: value })).toEqual({})
  })

  test("a frozen token needs a reward phase", () => {
    expect(Object.keys(checkDraft({ ...good, isFrozen: true }))).toEqual(["rewardTarget"])
    expect(checkDraft({ ...good, isFrozen: true, rewardTarget: "1" })).toEqual({})
  })
})

test.each([1, 25, 50, 75, 90, 100])(
  "multiplier %i: opens at one dollar, floor below price",
  (m) => {
    const { opening, price, floor } = forecast(m, 1_000, 1_000)
    expect(opening).toBe(10n ** 18n)
    expect(price).toBeGreaterThan(opening)
    expect(floor).toBeLessThanOrEqual(price)
  },
)
