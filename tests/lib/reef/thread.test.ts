import { describe, expect, test } from "vitest"
import {
  type Branch,
  branchesOf,
  branchWith,
  countReplies,
  inReadingOrder,
  sortedBranches,
  windowOf,
} from "@/lib/reef/thread"
import { effortOf } from "@/tests/helpers/effort"

const say = (id: string, parentId: string | null = null, score = 0) => ({ id, parentId, score })

/** a(b(d), c), e. */
const COMMENTS = [say("a"), say("b", "a"), say("c", "a", 9), say("d", "b"), say("e", null, 5)]

const ids = (comments: readonly { id: string }[]) => comments.map(({ id }) => id).join("")
const shape = (branches: readonly Branch<unknown>[]): string =>
  branches
    .map(({ id, comment, replies }) => `${comment ? id : `(${id})`}[${shape(replies)}]`)
    .join("")

describe("a thread", () => {
  test("stands below what each comment answers", () => {
    expect(shape(branchesOf(COMMENTS))).toBe("a[b[d[]]c[]]e[]")
  })

  test("keeps replies to a deleted comment below its empty place", () => {
    const left = COMMENTS.filter(({ id }) => id !== "b")
    expect(shape(branchesOf(left, [{ id: "b", parentId: "a" }]))).toBe("a[c[](b)[d[]]]e[]")
  })

  test("keeps empty places below empty places, and none that nobody answered", () => {
    const gone = ["a", "b", "c", "x"].map((id) => ({ id, parentId: id === "a" ? null : "a" }))
    const left = COMMENTS.filter(({ id }) => id > "c")
    expect(shape(branchesOf(left, gone))).toBe("(a)[(b)[d[]]]e[]")
  })

  test("keeps replies whose place is not told on the first level", () => {
    expect(shape(branchesOf([say("d", "b")]))).toBe("(b)[d[]]")
  })

  test.each([
    ["oldest", "abdce"],
    ["newest", "eabdc"],
    ["top", "eabdc"],
  ] as const)("is read with the %s first", (sort, expected) => {
    expect(ids(inReadingOrder(sortedBranches(COMMENTS, sort)))).toBe(expected)
  })

  test("is found by any comment in it", () => {
    const branches = branchesOf(COMMENTS)
    expect(branchWith(branches, "d")?.id).toBe("a")
    expect(branchWith(branches, "e")?.id).toBe("e")
    expect(branchWith(branches, "x")).toBeUndefined()
  })

  test.each([
    ["from the beginning", 0, 2, "ab"],
    ["with what the first of them answers", 2, 2, "abdc"],
    ["to the end", 4, 9, "e"],
    ["beyond the end", 9, 2, ""],
  ])("is read in parts, %s", (_, from, shown, expected) => {
    const all = inReadingOrder(sortedBranches(COMMENTS, "oldest"))
    expect(ids(windowOf(all, { from, shown, gone: [] }))).toBe(expected)
  })

  test("is read in parts across empty places", () => {
    const gone = [{ id: "b", parentId: "a" }]
    const left = COMMENTS.filter(({ id }) => id !== "b")
    const all = inReadingOrder(sortedBranches(left, "oldest", gone))
    expect(ids(all)).toBe("acde")
    expect(ids(windowOf(all, { from: 2, shown: 2, gone }))).toBe("ade")
  })

  test("counts what stands below a comment, empty places aside", () => {
    const [first] = branchesOf(COMMENTS)
    expect(first && countReplies(first)).toBe(3)
  })

  test("of 5,000 comments is built at once", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => say(`${n}`, n < 100 ? null : `${n % 100}`))
    const effort = await effortOf(() => {
      expect(inReadingOrder(sortedBranches(many, "top"))).toHaveLength(5_000)
    })
    expect(effort).toBeLessThan(500)
  })
})
