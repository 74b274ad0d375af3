import { describe, expect, test } from "vitest"
import {
  computeProbabilities,
  formatChance,
  formatChances,
  roundPercents,
} from "@/lib/markets/probability"
import { WAD } from "@/lib/units"
import { anyAmount, randomNumbers } from "@/tests/contracts/cases"
import { runs } from "@/tests/helpers/deep"

const CASES = runs(250, 2_000)

/** Markets of any size, from fresh ones to those with one outcome far ahead. */
function randomReserves(cases: number) {
  const random = randomNumbers("percentages")
  return Array.from({ length: cases }, () =>
    Array.from(
      { length: 2 + Number(random(149n)) },
      () => 500n * WAD + random(2n) * anyAmount(random, 10n ** 24n),
    ),
  )
}

describe("whole percentages", () => {
  test.each([
    [
      [0.544, 0.456],
      [54, 46],
    ],
    [
      [0.5, 0.5],
      [50, 50],
    ],
    [
      [0.333333, 0.333333, 0.333333],
      [34, 33, 33],
    ],
    [
      [0.29, 0.71],
      [29, 71],
    ],
    [
      [0.006, 0.006, 0.988],
      [1, 0, 99],
    ],
    [
      [1, 0],
      [100, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
  ])("of %j are %j", (all, percents) => {
    expect(roundPercents(all)).toEqual(percents)
  })

  test("add up to 100, lie within 1 of the exact value, and keep the order", () => {
    for (const reserves of randomReserves(CASES)) {
      const exact = computeProbabilities(reserves)
      const percents = roundPercents(exact)
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100)
      const total = reserves.reduce((sum, reserve) => sum + reserve, 0n)
      const ranked = [...reserves.keys()].sort((a, b) => (exact[b] ?? 0) - (exact[a] ?? 0))
      const wrong = ranked.filter((index, place) => {
        const percent = percents[index] ?? -1
        const off = percent - (Number(reserves[index]) / Number(total)) * 100
        const next = ranked[place + 1]
        const isPassed =
          next !== undefined && exact[next] !== exact[index] && (percents[next] ?? 101) > percent
        // Probabilities have six digits.
        return !(Math.abs(off) < 1.0002) || isPassed
      })
      expect(wrong).toEqual([])
    }
  })
})

describe("a chance as it is shown", () => {
  test.each([
    [0, "0%"],
    [0.004, "<1%"],
    [0.009999, "<1%"],
    [0.01, "1%"],
    [0.499999, "50%"],
    [0.99, "99%"],
    [0.996, ">99%"],
    [1, "100%"],
  ])("of %d beside its opposite is %s", (probability, text) => {
    expect(formatChances([probability, 1 - probability])[0]).toBe(text)
  })

  test("is never 0% of what is possible, nor 100% beside something", () => {
    for (const reserves of randomReserves(200)) {
      const shown = formatChances(computeProbabilities(reserves))
      expect(shown).not.toContain("0%")
      expect(shown).not.toContain("100%")
    }
  })

  test("leaves room for the outcomes that are not shown", () => {
    expect(formatChances([0.305, 0.305], 0.39)).toEqual(["31%", "30%"])
    expect(formatChances([0.5, 0.5], 0)).toEqual(["50%", "50%"])
    expect(formatChance({ probability: 0.304, percent: 31 })).toBe("31%")
  })
})
