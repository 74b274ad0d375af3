import { describe, expect, test } from "vitest"
import { marketDrafts } from "@/app/markets/create/_parts/draft"
import {
  deriveSymbol,
  findMinSeed,
  type MarketDraft,
  parseEndTime,
  validateMarket,
} from "@/app/markets/create/_parts/validation"
import { toSkeleton } from "@/lib/tokens/names/skeleton"

const NOW = new Date("2026-11-21T12:00:00Z")
const good: MarketDraft = {
  ...marketDrafts.empty,
  question: "Will it rain on the opening day?",
  endsAt: "2026-12-01T18:00",
}
const errorsOf = (change: Partial<MarketDraft>) => validateMarket({ ...good, ...change }, NOW)

test("finds nothing wrong with a plain question", () => {
  expect(validateMarket(good, NOW)).toEqual({})
  expect(errorsOf({ isOpenEnded: true, endsAt: "" })).toEqual({})
})

test.each<[string, Partial<MarketDraft>, keyof MarketDraft]>([
  ["no question", { question: "  " }, "question"],
  ["a question of too many bytes", { question: "ä".repeat(65) }, "question"],
  ["a question that reads backwards", { question: "Will\u202E it rain?" }, "question"],
  ["a symbol with a space", { symbol: "RA IN" }, "symbol"],
  ["one outcome", { options: ["Yes"] }, "options"],
  ["too many outcomes", { options: Array.from({ length: 151 }, (_, i) => `${i}`) }, "options"],
  ["no end", { endsAt: "" }, "endsAt"],
  ["an end in the past", { endsAt: "2026-11-20T18:00" }, "endsAt"],
  ["a seed below the least", { seed: "40" }, "seed"],
  ["a seed that is no multiple of 10", { seed: "55" }, "seed"],
  ["a seed that is no amount", { seed: "lots" }, "seed"],
  ["a website without its protocol", { website: "kelp.example" }, "website"],
])("refuses %s", (_, change, field) => {
  expect(Object.keys(errorsOf(change))).toEqual([field])
})

test("names the outcomes that are empty, repeated or too long by their place", () => {
  const options = ["Yes", " Yes ", "", "x".repeat(65), "No"]
  expect(Object.keys(errorsOf({ options }).optionAt ?? {})).toEqual(["1", "2", "3"])
})

test("names an outcome that looks like another one", () => {
  const options = ["Yes", "No", "Υes", "Nо", "Maybe"]
  expect(validateMarket({ ...good, options }, NOW)).toEqual({})
  expect(validateMarket({ ...good, options }, NOW, toSkeleton).optionAt).toEqual({
    2: "Looks like the outcome “Yes”.",
    3: "Looks like the outcome “No”.",
  })
})

test("says why a name is refused", () => {
  const options = ["Yes", "Y\u2800es", "Y  es", "Ye\u0301\u0301\u0301s", "USDB"]
  expect(errorsOf({ options }).optionAt).toEqual({
    1: expect.stringContaining("cannot be seen"),
    2: expect.stringContaining("single spaces"),
    3: expect.stringContaining("stacked"),
  })
  expect(errorsOf({ symbol: "T1DE" }).symbol).toMatch("reserved")
})

describe("the least seed", () => {
  test.each<[Partial<MarketDraft>, number]>([
    [{ kind: "public" }, 50],
    [{ kind: "private" }, 10],
    [{ kind: "private", isPrivateEvent: true }, 0],
  ])("of %o is %d", (change, least) => {
    expect(findMinSeed({ ...good, ...change })).toBe(least)
  })
})

test("takes the initials of the question for a symbol, unless one is given", () => {
  expect(deriveSymbol(good)).toBe("WIROTO")
  expect(deriveSymbol({ ...good, symbol: "RAIN" })).toBe("RAIN")
})

test("reads the browser's local time", () => {
  expect(parseEndTime("2026-12-01T18:00")).toEqual(new Date("2026-12-01T18:00"))
  expect(parseEndTime("tomorrow")).toBeNull()
})
