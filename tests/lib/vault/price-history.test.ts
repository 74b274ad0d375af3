import { describe, expect, test } from "vitest"
import { WAD } from "@/lib/units"
import { buildPriceHistory, growthPercent, priceBetween } from "@/lib/vault/price-history"

const HOUR = 3_600_000
const at = (hours: number, price: number) => ({
  time: new Date(hours * HOUR),
  price: BigInt(price),
})
const hours = (points: readonly { time: Date; price: bigint }[]) =>
  points.map(({ time, price }) => [+time / HOUR, Number(price)])

describe("priceBetween", () => {
  test("rises evenly between two events of one day", () => {
    expect(priceBetween(at(0, 100), at(10, 200), new Date(5 * HOUR))).toBe(150n)
  })

  test("has risen within 24 hours, and rests until the next event", () => {
    const [last, next] = [at(0, 100), at(240, 124)]
    expect(priceBetween(last, next, new Date(12 * HOUR))).toBe(112n)
    expect(priceBetween(last, next, new Date(24 * HOUR))).toBe(124n)
    expect(priceBetween(last, next, new Date(200 * HOUR))).toBe(124n)
  })

  test("is the last price at the last event", () => {
    expect(priceBetween(at(3, 7), at(3, 9), new Date(3 * HOUR))).toBe(9n)
    expect(priceBetween(at(3, 7), at(9, 9), new Date(3 * HOUR))).toBe(7n)
  })
})

describe("buildPriceHistory", () => {
  test("begins with the price at the start of the range and ends now", () => {
    const points = buildPriceHistory([at(12, 110), at(20, 118)], {
      before: at(0, 100),
      from: new Date(6 * HOUR),
      now: at(22, 120),
    })
    expect(hours(points)).toEqual([
      [6, 105],
      [12, 110],
      [20, 118],
      [22, 120],
    ])
  })

  test("bends where a release has ended", () => {
    const points = buildPriceHistory([at(100, 124)], {
      before: at(0, 100),
      from: new Date(0),
      now: at(200, 130),
    })
    expect(hours(points)).toEqual([
      [0, 100],
      [24, 124],
      [100, 124],
      [124, 130],
      [200, 130],
    ])
  })

  test("of a range after the last event is flat at the present price", () => {
    const from = new Date(500 * HOUR)
    const points = buildPriceHistory([], { before: at(0, 100), from, now: at(600, 124) })
    expect(hours(points)).toEqual([
      [500, 124],
      [600, 124],
    ])
  })
})

test("growth is a percentage, rounded down", () => {
  expect(growthPercent(WAD, WAD + WAD / 100n)).toBe(WAD)
  expect(growthPercent(3n, 4n)).toBe(33_333_333_333_333_333_333n)
  expect(growthPercent(0n, 4n)).toBe(0n)
})
