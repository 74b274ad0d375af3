import { describe, expect, test } from "vitest"
import { stabilizeFeed } from "@/app/reef/_parts/stabilize-feed"

const list = (keys: string, note = "") => [...keys].map((key) => ({ key, note }))
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key).join("")

describe("a list that is being read", () => {
  test.each([
    ["stays as it is", "abc", "abc", "abc", 0],
    ["lets new ones at the top wait", "abc", "xyabc", "abc", 2],
    ["keeps what new ones have pushed out of the window", "abc", "xab", "abc", 1],
    ["lets new ones in the middle wait", "abc", "axbc", "abc", 1],
    ["goes on at its end", "abc", "abcde", "abcde", 0],
    ["goes on at its end while others wait", "abc", "xabcde", "abcde", 1],
    ["lets go of what is gone", "abc", "ac", "ac", 0],
    ["does not follow another order", "abc", "cab", "abc", 0],
    ["begins with what there is", "", "ab", "ab", 0],
    ["holds still when everything is new", "abc", "uvwxyz", "abc", 6],
    ["is empty when nothing is left", "abc", "", "", 0],
  ])("%s", (_, kept, latest, shown, waiting) => {
    const held = stabilizeFeed(list(kept), list(latest))
    expect([keys(held.shown), held.waiting]).toEqual([shown, waiting])
  })

  test("shows the newest figures of what was there", () => {
    expect(stabilizeFeed(list("ab"), list("xab", "new")).shown).toEqual(list("ab", "new"))
  })
})
