import { describe, expect, test } from "vitest"
import {
  computeVested,
  computeVestedFloor,
  type ScheduleTerms,
} from "@/lib/portfolio/vesting-value"

const DAY = 86_400
const terms: ScheduleTerms = {
  ...{ total: 1_000n, claimed: 100n, start: 0, end: 10 * DAY, isGradual: true, timeUnit: 3 },
  vestedFloor: 0n,
}

describe("vested tokens", () => {
  test.each([
    ["before the start", -1, 0n],
    ["within the first day", DAY - 1, 0n],
    ["after whole days", 3 * DAY + 5, 300n],
    ["at the end", 10 * DAY, 1_000n],
  ])("%s", (_, time, vested) => {
    expect(computeVested(terms, time)).toBe(vested)
  })

  test("all at once at a cliff", () => {
    const cliff = { ...terms, isGradual: false }
    expect([10 * DAY - 1, 10 * DAY].map((time) => computeVested(cliff, time))).toEqual([0n, 1_000n])
  })

  test("an extension takes back nothing", () => {
    const longer = { ...terms, end: 20 * DAY }
    const vestedFloor = computeVestedFloor(terms, longer, 4 * DAY)
    const extended = { ...longer, vestedFloor }
    expect([4, 7, 9].map((day) => computeVested(extended, day * DAY))).toEqual([400n, 400n, 450n])
  })

  test("a liquidation takes its share of vested and unvested tokens alike", () => {
    const after = { ...terms, total: 550n }
    // Of 900 unclaimed tokens 450 are lost: of the 300 vested ones 150 are left.
    expect(computeVestedFloor(terms, after, 4 * DAY)).toBe(250n)
  })
})
