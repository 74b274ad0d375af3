import { describe, expect, test } from "vitest"
import { appendPoint, drawPriceLine, trimPoints } from "@/components/updown/price-line"

const round = { startTime: 1_000, endTime: 1_300, startPrice: 100 }
const points = [
  { time: 800, price: 98 },
  { time: 900, price: 100 },
  { time: 1_100, price: 102 },
]

describe("the line of prices", () => {
  test("begins with the price that held then, and steps at updates until now", () => {
    const drawing = drawPriceLine({ points, round, from: 850, now: 1_150 })
    // 450 seconds on 900 units; a tenth stays free above and below.
    expect(drawing?.path).toBe("M0 270H100V150H500V30H600")
    expect(drawing?.level).toBeCloseTo(0.5)
    expect(drawing?.span.from).toBeCloseTo(1 / 3)
    expect(drawing?.span.to).toBe(1)
    expect(drawing?.now.x).toBeCloseTo(2 / 3)
    expect(drawing?.now.y).toBeCloseTo(0.1)
  })

  test("goes on after the end while the price is missing", () => {
    const drawing = drawPriceLine({ points, round, from: 850, now: 1_450 })
    expect(drawing?.span.to).toBeCloseTo(0.75)
    expect(drawing?.now.x).toBe(1)
  })

  test("is level when nothing has moved, and nothing without prices", () => {
    const level = drawPriceLine({
      ...{ points: [{ time: 900, price: 100 }], round, from: 850, now: 1_000 },
    })
    expect(level?.now.y).toBe(0.5)
    expect(drawPriceLine({ points: [], round, from: 850, now: 1_000 })).toBeNull()
  })

  test("takes each update once", () => {
    const next = { time: 1_200, price: 99 }
    expect(appendPoint(points, next)).toEqual([...points, next])
    expect(appendPoint(points, { time: 1_100, price: 102 })).toBe(points)
    expect(appendPoint(points, null)).toBe(points)
    expect(trimPoints(points, 950)).toEqual(points.slice(1))
    expect(trimPoints(points, 100)).toEqual(points)
  })
})
