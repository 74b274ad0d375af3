import { describe, expect, it } from "vitest"
import { createMarkers, groupMarkers } from "@/components/markets/chart-markers"
import { downsample, findNearestPoint } from "@/components/markets/chart-points"

describe("points of the chart", () => {
  const times = [0, 100, 110, 400]

  it("finds the nearest point, the earlier of two as near", () => {
    const nearest = [-5, 0, 49, 50, 51, 105, 106, 255, 256, 400, 900].map((at) =>
      findNearestPoint(times, at),
    )
    expect(nearest).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3])
  })

  it("is the only point where there is one, and the first where there is none", () => {
    expect(findNearestPoint([7], 99)).toBe(0)
    expect(findNearestPoint([], 99)).toBe(0)
  })
})

describe("thinning", () => {
  const points = Array.from({ length: 1_000 }, (_, place) => place)

  it("keeps what fits, in another list", () => {
    const few = points.slice(0, 360)
    expect(downsample(few, 360)).toEqual(few)
    expect(downsample([], 360)).toEqual([])
  })

  it("keeps both ends and the order", () => {
    const sampled = downsample(points, 360)
    expect(sampled).toHaveLength(360)
    expect([sampled[0], sampled.at(-1)]).toEqual([0, 999])
    expect(sampled).toEqual([...sampled].sort((a, b) => a - b))
    expect(new Set(sampled).size).toBe(360)
  })
})

describe("markers of the chart", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const step = (
    kind: "propose" | "dispute" | "vote" | "dispute_reset" | "resolve",
    minute: number,
  ) => ({
    kind,
    time: at(minute),
    outcome: kind === "dispute" ? 253 : 0,
  })
  const listMarkers = (
    kind: "public" | "private",
    steps: ReturnType<typeof step>[],
    end: Date | null,
  ) =>
    createMarkers({ endTime: end, kind, options: ["Yes", "No"] }, steps).map(({ text, outcome }) =>
      [text, outcome].filter(Boolean).join(" "),
    )

  it("are the steps of every round in their order, with what they were about", () => {
    const steps = [
      ...[step("propose", 2), step("dispute", 3), step("vote", 4), step("dispute_reset", 5)],
      ...[step("propose", 6), step("resolve", 7)],
    ]
    expect(listMarkers("public", steps, at(1))).toEqual([
      ...["Ended", "Proposed Yes", "Disputed with Too early to say", "Too early: new round"],
      ...["Proposed Yes", "Final: Yes"],
    ])
  })

  it("are, of a private market, its first vote alone", () => {
    const steps = [step("vote", 2), step("vote", 3), step("resolve", 4)]
    expect(listMarkers("private", steps, null)).toEqual(["First vote: Yes", "Final: Yes"])
  })

  it("share a label where they stand close", () => {
    expect(groupMarkers([0.1, 0.5, 0.53, 0.56, 0.9], 0.05)).toEqual([
      { part: 0.1, first: 1, last: 1 },
      { part: 0.5, first: 2, last: 3 },
      { part: 0.56, first: 4, last: 4 },
      { part: 0.9, first: 5, last: 5 },
    ])
    expect(groupMarkers([], 0.05)).toEqual([])
  })
})
