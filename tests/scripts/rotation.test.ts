import { existsSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { environmentOf, GROUPS, hasTurn, listResting, readGroup } from "@/scripts/testing/rotation"

const all = GROUPS.flat()

describe("long tests that take turns", () => {
  test("are there, each in one group", () => {
    expect(all.filter((file) => !existsSync(file))).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })

  test("run in one of as many runs as there are groups", () => {
    const runs = GROUPS.map((_, group) => {
      const resting = listResting(environmentOf(group).TEST_GROUP)
      return all.filter((file) => !resting.includes(file))
    })
    expect(runs).toEqual(GROUPS)
  })

  test("take each of what takes turns one by one in one of those runs, and all where no group is named", () => {
    const indexes = Array.from({ length: 2 * GROUPS.length }, (_, index) => index)
    const taken = GROUPS.map((_, group) => indexes.filter((index) => hasTurn(index, `${group}`)))
    expect(new Set(taken.flat())).toEqual(new Set(indexes))
    expect(taken.map(({ length }) => length)).toEqual(GROUPS.map(() => 2))
    expect(indexes.filter((index) => hasTurn(index, environmentOf(null).TEST_GROUP ?? ""))).toEqual(
      indexes,
    )
  })

  test("run all where no group is named, or no commit is checked out", () => {
    expect(readGroup("/")).toBeNull()
    expect(listResting(environmentOf(null).TEST_GROUP ?? "")).toEqual([])
  })
})
