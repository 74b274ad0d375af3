import { existsSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { environmentOf, GROUPS, listResting, readGroup } from "@/scripts/testing/rotation"

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

  test("run all where no group is named, or no commit is checked out", () => {
    expect(readGroup("/")).toBeNull()
    expect(listResting(environmentOf(null).TEST_GROUP ?? "")).toEqual([])
  })
})
