import { describe, expect, test } from "vitest"
import { stabilizeList } from "@/components/reef/stabilize-list"

const list = (ids: string) => [...ids].map((id) => ({ id }))
const ids = (comments: readonly { id: string }[]) => comments.map(({ id }) => id).join("")

describe("a thread that is being read", () => {
  test.each([
    ["stays as it is", "abc", "abc", "", "abc", 0],
    ["lets new ones among the others wait", "abc", "axbc", "", "abc", 1],
    ["lets new ones before the others wait", "abc", "xyabc", "", "abc", 2],
    ["goes on at its end", "abc", "abcde", "", "abcde", 0],
    ["shows one's own at once", "abc", "axybc", "y", "abcy", 1],
    ["lets go of what is gone", "abc", "ac", "", "ac", 0],
    ["does not follow another order", "abc", "cba", "", "abc", 0],
    ["begins with what there is", "", "ab", "", "ab", 0],
  ])("%s", (_, current, latest, own, shown, waiting) => {
    const held = stabilizeList([...current], list(latest), ({ id }) => own.includes(id))
    expect([ids(held.shown), held.waiting]).toEqual([shown, waiting])
  })

  test("knows what it has shown", () => {
    const { order } = stabilizeList(["a"], list("xaby"), () => false)
    expect(order).toEqual(["a", "b", "y"])
    expect(ids(stabilizeList(order, list("xaby"), () => false).shown)).toBe("aby")
  })
})
