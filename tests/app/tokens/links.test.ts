import { expect, test } from "vitest"
import { initialState, parseSearchParams, tokenHref } from "@/app/tokens/[address]/_parts/links"

const token = `0x${"ab".repeat(20)}`

test("the URL of a token's page says what is shown", () => {
  const state = {
    interval: "5m",
    to: 1_700_000_000_000,
    look: "line",
    scale: "log",
    tab: "holders",
    side: "sell",
    size: 1_000,
    by: "creator",
    before: "1200001",
    commentsBefore: 12,
  } as const
  const href = tokenHref(token, state)
  expect(href).toBe(
    `/tokens/${token}?interval=5m&to=1700000000000&look=line&scale=log&tab=holders&side=sell&size=1000&by=creator&before=1200001&commentsBefore=12`,
  )
  const { searchParams } = new URL(href, "http://localhost")
  expect(parseSearchParams(Object.fromEntries(searchParams))).toEqual(state)
})

test("what is at its default is left out", () => {
  expect(tokenHref(token, initialState)).toBe(`/tokens/${token}`)
})

test("a wallet in capital letters is the same wallet", () => {
  expect(parseSearchParams({ by: token.toUpperCase().replace("X", "x") }).by).toBe(token)
})

test.each([
  { interval: "2h", to: "now", side: "gift", before: "-1", look: "bars", scale: "cubic" },
  { interval: ["1w"], to: "1e12", size: "101", by: "0x12", before: "9".repeat(30), tab: "" },
  { to: "12" },
  {},
])("parameters that make no sense count as absent: %o", (parameters) => {
  expect(parseSearchParams(parameters)).toEqual(initialState)
})
