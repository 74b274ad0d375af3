import { expect, test } from "vitest"
import { marketHref, parsePageState } from "@/app/markets/[address]/_parts/links"

const parse = (href: string) =>
  parsePageState(Object.fromEntries(new URL(href, "http://localhost").searchParams))

test.each(["outcomes", "holders"] as const)("a link shows all %s and keeps the rest", (all) => {
  const href = marketHref("0xabc", { ...parse("/?outcome=3&range=1d"), all })
  expect(parse(href)).toMatchObject({ outcome: 3, range: "1d", all })
})

test("a list that there is not shows none whole", () => {
  expect(parse("/?all=trades").all).toBeUndefined()
})
