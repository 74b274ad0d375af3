import { describe, expect, it } from "vitest"
import { momentAt, thinned } from "@/components/markets/course-moments"

describe("moments of a course", () => {
  const times = [0, 100, 110, 400]

  it("finds the nearest point, the earlier of two as near", () => {
    const found = [-5, 0, 49, 50, 51, 105, 106, 255, 256, 400, 900].map((at) => momentAt(times, at))
    expect(found).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3])
  })

  it("is the only point where there is one, and the first where there is none", () => {
    expect(momentAt([7], 99)).toBe(0)
    expect(momentAt([], 99)).toBe(0)
  })
})

describe("thinning", () => {
  const points = Array.from({ length: 1_000 }, (_, place) => place)

  it("keeps what fits, in another list", () => {
    const few = points.slice(0, 360)
    expect(thinned(few, 360)).toEqual(few)
    expect(thinned([], 360)).toEqual([])
  })

  it("keeps both ends and the order", () => {
    const found = thinned(points, 360)
    expect(found).toHaveLength(360)
    expect([found[0], found.at(-1)]).toEqual([0, 999])
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(new Set(found).size).toBe(360)
  })
})
