import { expect, test } from "vitest"
import { onPrefill, prefillTicket } from "@/components/markets/ticket/prefill"

const wish = { market: "0xa", outcome: 1, usdc: 5n }

test("a wish waits for the ticket of its market, and is granted once", () => {
  prefillTicket(wish)
  const granted: unknown[] = []
  onPrefill("0xb", (each) => granted.push(["b", each]))
  expect(granted).toEqual([])
  const leave = onPrefill("0xa", (each) => granted.push(["a", each]))
  onPrefill("0xa", (each) => granted.push(["later", each]))
  expect(granted).toEqual([["a", wish]])
  prefillTicket({ ...wish, usdc: null })
  expect(granted.slice(1)).toEqual([["a", { ...wish, usdc: null }]])
  leave()
  prefillTicket(wish)
  expect(granted.slice(2)).toEqual([["later", wish]])
})
