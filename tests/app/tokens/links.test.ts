import { expect, test } from "vitest"
import { readState, tokenHref } from "@/app/tokens/[address]/_parts/links"

const token = `0x${"ab".repeat(20)}`
const plain = { interval: "1h", to: undefined, type: undefined, before: undefined } as const

test("the URL of a token's page says interval, range and which trades", () => {
  const state = { interval: "5m", to: 1_700_000_000_000, type: "sell", before: "1200001" } as const
  const href = tokenHref(token, state)
  expect(href).toBe(`/tokens/${token}?interval=5m&to=1700000000000&type=sell&before=1200001`)
  expect(readState(Object.fromEntries(new URL(href, "http://localhost").searchParams))).toEqual(
    state,
  )
})

test("what is at its default is left out", () => {
  expect(tokenHref(token, plain)).toBe(`/tokens/${token}`)
})

test.each([
  { interval: "2h", to: "now", type: "gift", before: "-1" },
  { interval: ["1w"], to: "1e12", type: "", before: "9".repeat(30) },
  { to: "12" },
  {},
])("parameters that make no sense count as absent: %o", (parameters) => {
  expect(readState(parameters)).toEqual(plain)
})
