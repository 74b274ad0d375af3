import { describe, expect, test } from "vitest"
import { stabilizeList } from "@/app/launchpad/_parts/stabilize-list"

/** Rows by name; a figure after the name is what the row shows. */
const rows = (...names: string[]) =>
  names.map((name) => ({ key: name.charAt(0), figure: name.slice(1) }))
const summaryOf = ({
  shown,
  waiting,
}: ReturnType<typeof stabilizeList<{ key: string; figure: string }>>) => [
  shown.map(({ key, figure }) => key + figure).join(" "),
  waiting,
]
const free = { isBusy: false }
const busy = { isBusy: true }

describe("a live list", () => {
  test("takes new rows at once", () => {
    expect(summaryOf(stabilizeList(rows("a", "b"), rows("c", "a"), free))).toEqual(["c a", 0])
  })

  test("takes new figures, and keeps its order while nothing is new", () => {
    expect(summaryOf(stabilizeList(rows("a1", "b1"), rows("b2", "a2"), free))).toEqual(["a2 b2", 0])
  })

  test("drops what is gone", () => {
    expect(summaryOf(stabilizeList(rows("a", "b"), rows("b"), free))).toEqual(["b", 0])
  })

  test("holds still while somebody is busy with it, and counts what waits", () => {
    expect(summaryOf(stabilizeList(rows("a1", "b1"), rows("d1", "c1", "b2"), busy))).toEqual([
      "a1 b2",
      2,
    ])
  })

  test("shows all that waited when it is free again", () => {
    const held = stabilizeList(rows("a", "b"), rows("c", "a"), busy)
    expect(summaryOf(stabilizeList(held.shown, rows("c", "a"), free))).toEqual(["c a", 0])
  })

  test("comes to rest: the same contents give the same rows", () => {
    const latest = rows("c", "a")
    const once = stabilizeList(rows("a", "b"), latest, free).shown
    const twice = stabilizeList(once, latest, free).shown
    expect(twice.every((row, index) => row === once[index])).toBe(true)
    const held = stabilizeList(rows("a", "b"), latest, busy).shown
    const again = stabilizeList(held, latest, busy).shown
    expect(again.every((row, index) => row === held[index])).toBe(true)
  })
})
