import { describe, expect, test } from "vitest"
import {
  buildCommentTree,
  type CommentNode,
  countReplies,
  findRootOf,
  flattenCommentTree,
  sliceThread,
  sortCommentTree,
} from "@/lib/reef/comments/tree"
import { cpuTimeOf } from "@/tests/helpers/cpu-time"

const createComment = (id: string, parentId: string | null = null, score = 0) => ({
  id,
  parentId,
  score,
})

/** a(b(d), c), e. */
const COMMENTS = [
  createComment("a"),
  createComment("b", "a"),
  createComment("c", "a", 9),
  createComment("d", "b"),
  createComment("e", null, 5),
]

const joinIds = (comments: readonly { id: string }[]) => comments.map(({ id }) => id).join("")
const formatTree = (branches: readonly CommentNode<unknown>[]): string =>
  branches
    .map(({ id, comment, replies }) => `${comment ? id : `(${id})`}[${formatTree(replies)}]`)
    .join("")

describe("a thread", () => {
  test("stands below what each comment answers", () => {
    expect(formatTree(buildCommentTree(COMMENTS))).toBe("a[b[d[]]c[]]e[]")
  })

  test("keeps replies to a deleted comment below its empty place", () => {
    const left = COMMENTS.filter(({ id }) => id !== "b")
    expect(formatTree(buildCommentTree(left, [{ id: "b", parentId: "a" }]))).toBe(
      "a[c[](b)[d[]]]e[]",
    )
  })

  test("keeps empty places below empty places, and none that nobody answered", () => {
    const deleted = ["a", "b", "c", "x"].map((id) => ({ id, parentId: id === "a" ? null : "a" }))
    const left = COMMENTS.filter(({ id }) => id > "c")
    expect(formatTree(buildCommentTree(left, deleted))).toBe("(a)[(b)[d[]]]e[]")
  })

  test("keeps replies whose place is not told on the first level", () => {
    expect(formatTree(buildCommentTree([createComment("d", "b")]))).toBe("(b)[d[]]")
  })

  test.each([
    ["oldest", "abdce"],
    ["newest", "eabdc"],
    ["top", "eabdc"],
  ] as const)("is read with the %s first", (sort, expected) => {
    expect(joinIds(flattenCommentTree(sortCommentTree(COMMENTS, sort)))).toBe(expected)
  })

  test("is found by any comment in it", () => {
    const branches = buildCommentTree(COMMENTS)
    expect(findRootOf(branches, "d")?.id).toBe("a")
    expect(findRootOf(branches, "e")?.id).toBe("e")
    expect(findRootOf(branches, "x")).toBeUndefined()
  })

  test.each([
    ["from the beginning", 0, 2, "ab"],
    ["with what the first of them answers", 2, 2, "abdc"],
    ["to the end", 4, 9, "e"],
    ["beyond the end", 9, 2, ""],
  ])("is read in parts, %s", (_, from, shown, expected) => {
    const all = flattenCommentTree(sortCommentTree(COMMENTS, "oldest"))
    expect(joinIds(sliceThread(all, { from, shown, deleted: [] }))).toBe(expected)
  })

  test("is read in parts across empty places", () => {
    const deleted = [{ id: "b", parentId: "a" }]
    const left = COMMENTS.filter(({ id }) => id !== "b")
    const all = flattenCommentTree(sortCommentTree(left, "oldest", deleted))
    expect(joinIds(all)).toBe("acde")
    expect(joinIds(sliceThread(all, { from: 2, shown: 2, deleted }))).toBe("ade")
  })

  test("counts what stands below a comment, empty places aside", () => {
    const [first] = buildCommentTree(COMMENTS)
    expect(first && countReplies(first)).toBe(3)
  })

  test("of 5,000 comments is built at once", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) =>
      createComment(`${n}`, n < 100 ? null : `${n % 100}`),
    )
    const effort = await cpuTimeOf(() => {
      expect(flattenCommentTree(sortCommentTree(many, "top"))).toHaveLength(5_000)
    })
    expect(effort).toBeLessThan(500)
  })
})
