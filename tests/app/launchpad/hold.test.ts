import { describe, expect, test } from "vitest"
import { advance } from "@/app/launchpad/_parts/hold"

/** Rows by name; a figure after the name is what the row shows. */
const rows = (...names: string[]) =>
  names.map((name) => ({ key: name.charAt(0), figure: name.slice(1) }))
const told = ({ shown, waiting }: ReturnType<typeof advance<{ key: string; figure: string }>>) => [
  shown.map(({ key, figure }) => key + figure).join(" "),
  waiting,
]
const free = { isBusy: false }
const busy = { isBusy: true }

describe("a live list", () => {
  test("takes new rows at once", () => {
    expect(told(advance(rows("a", "b"), rows("c", "a"), free))).toEqual(["c a", 0])
  })

  test("takes new figures, and keeps its order while nothing is new", () => {
    expect(told(advance(rows("a1", "b1"), rows("b2", "a2"), free))).toEqual(["a2 b2", 0])
  })

  test("drops what is gone", () => {
    expect(told(advance(rows("a", "b"), rows("b"), free))).toEqual(["b", 0])
  })

  test("holds still while somebody is busy with it, and counts what waits", () => {
    expect(told(advance(rows("a1", "b1"), rows("d1", "c1", "b2"), busy))).toEqual(["a1 b2", 2])
  })

  test("shows all that waited when it is free again", () => {
    const held = advance(rows("a", "b"), rows("c", "a"), busy)
    expect(told(advance(held.shown, rows("c", "a"), free))).toEqual(["c a", 0])
  })

  test("comes to rest: the same contents give the same rows", () => {
    const latest = rows("c", "a")
    const once = advance(rows("a", "b"), latest, free).shown
    const twice = advance(once, latest, free).shown
    expect(twice.every((row, index) => row === once[index])).toBe(true)
    const held = advance(rows("a", "b"), latest, busy).shown
    const again = advance(held, latest, busy).shown
    expect(again.every((row, index) => row === held[index])).toBe(true)
  })
})
