import { beforeEach, expect, test, vi } from "vitest"
import { clearRecent, readRecent, saveRecent } from "@/components/search/recent"
import type { SearchItem } from "@/lib/search/schema"

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

const wallet = (number: number): SearchItem => ({
  kind: "wallet",
  id: `wallet ${number}`,
  href: `/wallets/${number}`,
  address: `${number}`,
  username: null,
  avatarUrl: null,
  holdings: number,
})

const token: SearchItem = {
  kind: "token",
  id: "token 0x1",
  href: "/tokens/0x1",
  address: "0x1",
  name: "Kelp",
  symbol: "KELP",
  image: null,
  priceUsd: "5",
  dayChange: "1",
}

test("the newest comes first, each once, and six are kept", () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 3]) saveRecent(wallet(number))
  expect(readRecent().map(({ id }) => id)).toEqual(
    [3, 7, 6, 5, 4, 2].map((number) => `wallet ${number}`),
  )
})

test("a token is kept without its price, which would be old", () => {
  saveRecent(token)
  expect(readRecent()).toEqual([{ ...token, priceUsd: null, dayChange: null }])
})

test("they can be forgotten", () => {
  saveRecent(token)
  clearRecent()
  expect(readRecent()).toEqual([])
})

test.each([
  ["no JSON", "{"],
  ["no list", '{"a":1}'],
  ["no items", '[1,null,"x",{}]'],
  ["an item of another kind", '[{"kind":"page","id":"1","href":"/x"}]'],
  ["an item that leads to another site", JSON.stringify([{ ...token, href: "//evil.example" }])],
  ["a token without a name", JSON.stringify([{ ...token, name: 5 }])],
])("%s counts as nothing", (_, text) => {
  stored.set("atoll.search.recent", text)
  expect(readRecent()).toEqual([])
})

test("a browser that keeps nothing changes nothing", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied")
    },
    setItem: () => {
      throw new Error("denied")
    },
  })
  expect(() => saveRecent(token)).not.toThrow()
  expect(readRecent()).toEqual([])
})
