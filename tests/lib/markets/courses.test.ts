import { expect, test } from "vitest"
import { probabilities } from "@/lib/markets/probability"

const UNIT = 10n ** 18n

test("a fresh market of any size is even, and the parts never pass one", () => {
  for (const count of [2, 3, 7, 40, 150]) {
    const parts = probabilities(Array.from({ length: count }, () => 333n * UNIT))
    expect(new Set(parts).size).toBe(1)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(1 + 1e-9)
  }
})

test("follows the reserves, rounded down at six digits", () => {
  expect(probabilities([25_985n, 25_000n])).toEqual([0.509659, 0.49034])
  expect(probabilities([0n, 0n])).toEqual([0, 0])
})
