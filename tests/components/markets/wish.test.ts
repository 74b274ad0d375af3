import { expect, test } from "vitest"
import { onWish, wishFor } from "@/components/markets/ticket/wish"

const wish = { market: "0xa", outcome: 1, usdc: 5n }

test("a wish waits for the ticket of its market, and is granted once", () => {
  wishFor(wish)
  const granted: unknown[] = []
  onWish("0xb", (each) => granted.push(["b", each]))
  expect(granted).toEqual([])
  const leave = onWish("0xa", (each) => granted.push(["a", each]))
  onWish("0xa", (each) => granted.push(["later", each]))
  expect(granted).toEqual([["a", wish]])
  wishFor({ ...wish, usdc: null })
  expect(granted.slice(1)).toEqual([["a", { ...wish, usdc: null }]])
  leave()
  wishFor(wish)
  expect(granted.slice(2)).toEqual([["later", wish]])
})
