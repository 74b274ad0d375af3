import { expect, test } from "vitest"
import { plotVesting } from "@/components/vesting/curve-points"
import type { Terms } from "@/lib/vesting/math"

const DAY = 86_400n
const terms: Terms = {
  totalAmount: 1_000n,
  startTime: 100n * DAY,
  endTime: 110n * DAY,
  isGradual: true,
  timeUnit: 3,
  vestedFloor: 0n,
}

const isRising = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0))

test("steps of days are drawn as steps, a cliff as one, seconds as a line", () => {
  const stepped = plotVesting(terms, 104n * DAY)
  expect(stepped.points).toHaveLength(1 + 10 * 2 + 1)
  expect(stepped.vested).toBe(0.4)
  const cliff = plotVesting({ ...terms, isGradual: false }, 104n * DAY)
  expect(cliff.points.map(({ y }) => y)).toEqual([0, 0, 1, 1])
  const line = plotVesting({ ...terms, timeUnit: 0 }, 104n * DAY)
  expect(line.points).toHaveLength(63)
  for (const { points } of [stepped, cliff, line]) {
    expect(isRising(points.map(({ x }) => x))).toBe(true)
    expect(isRising(points.map(({ y }) => y))).toBe(true)
    expect(points.at(-1)).toEqual({ x: 1, y: 1 })
  }
})

test("the present is where it is, also before the start and after the end", () => {
  expect(plotVesting(terms, 90n * DAY)).toMatchObject({ now: 0, vested: 0 })
  expect(plotVesting(terms, 200n * DAY)).toMatchObject({ now: 1, vested: 1 })
  const { now } = plotVesting(terms, 105n * DAY)
  expect(now).toBeGreaterThan(0.45)
  expect(now).toBeLessThan(0.5)
})
