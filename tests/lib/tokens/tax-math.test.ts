import { describe, expect, test } from "vitest"
import { maxSurgeRate, splitTax, surgeRateAt } from "@/lib/tokens/tax-math"
import { fc } from "@/tests/helpers/property"

const plain = {
  vaultTakesTaxes: false,
  shares: { active: 0n, granted: 0n },
  isPrediction: false,
}
const all = { active: 5n, granted: 5n }

describe("the split of a tax", () => {
  test("gives the creator a fifth and the treasury the rest", () => {
    expect(splitTax(10_000n, plain)).toEqual({
      market: 0n,
      creator: 2_000n,
      vault: 0n,
      rewardBuyers: 0n,
      treasury: 8_000n,
    })
  })

  test("serves the vault and the reward phase's buyers where there are any", () => {
    expect(splitTax(10_000n, { ...plain, vaultTakesTaxes: true, shares: all })).toEqual({
      market: 0n,
      creator: 2_000n,
      vault: 1_600n,
      rewardBuyers: 400n,
      treasury: 6_000n,
    })
  })

  test("leaves the part of given-up shares to the treasury", () => {
    const shares = { active: 1n, granted: 4n }
    expect(splitTax(10_000n, { ...plain, shares })).toMatchObject({
      rewardBuyers: 100n,
      treasury: 7_900n,
    })
  })

  test("serves a prediction token's market first", () => {
    expect(splitTax(3_000n, { ...plain, isPrediction: true })).toMatchObject({
      market: 2_000n,
      creator: 200n,
      treasury: 800n,
    })
  })

  test("loses nothing, whatever is rounded", () => {
    const receivers = fc.record({
      vaultTakesTaxes: fc.boolean(),
      shares: fc
        .tuple(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 24n))
        .map(([active, givenUp]) => ({ active, granted: active + givenUp })),
      isPrediction: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), receivers, (tax, to) => {
        const parts = Object.values(splitTax(tax, to))
        expect(parts.reduce((sum, part) => sum + part)).toBe(tax)
        expect(parts.every((part) => part >= 0n)).toBe(true)
      }),
    )
  })
})

describe("a surge tax", () => {
  const surge = { startRate: 1_000n, endRate: 100n, duration: 3_600n, start: 50_000n }

  test.each([
    [50_000n, 1_000n],
    [50_001n, 1_000n],
    [50_004n, 999n],
    [51_800n, 550n],
    [53_599n, 101n],
    [53_600n, 0n],
    [60_000n, 0n],
  ])("at second %s it is %s bp", (at, rate) => {
    expect(surgeRateAt(surge, at)).toBe(rate)
  })

  test.each([
    [1n, 1_500n],
    [8n, 1_375n],
    [15n, 1_250n],
    [50n, 716n],
    [90n, 100n],
    [100n, 50n],
  ])("may begin, for a multiplier of %s, with %s bp at most", (multiplier, rate) => {
    expect(maxSurgeRate(multiplier)).toBe(rate)
  })

  test("knows no limit above the largest multiplier", () => {
    expect(() => maxSurgeRate(101n)).toThrow("no multiplier")
  })
})
