import { describe, expect, test } from "vitest"
import { searchRounds } from "@/lib/search/rounds"
import "@/tests/helpers/updown-rows"

// BTC and ETH have rounds in the tests.
const find = (words: string) => searchRounds(words, 30).map(({ href }) => href)
const all = (asset: string) =>
  ["5m", "15m", "1h", "4h", "24h"].map((label) => `/rounds/${asset}/${label}`)

describe("price rounds are found by", () => {
  test.each([
    ["btc 5m", ["/rounds/btc/5m"]],
    ["  Bitcoin  1H ", ["/rounds/btc/1h"]],
    ["eth", all("eth")],
    ["bitc", all("btc")],
    ["btc up or down", all("btc")],
    ["24h rounds", ["/rounds/btc/24h", "/rounds/eth/24h"]],
    ["price rounds", ["/rounds", ...all("btc"), ...all("eth")]],
    ["rounds", ["/rounds", ...all("btc"), ...all("eth")]],
    ["ethereum 1 h", ["/rounds/eth/1h"]],
    ["5 min bitcoin", ["/rounds/btc/5m"]],
    ["btc/1d", ["/rounds/btc/24h"]],
  ])("%s", (words, hrefs) => {
    expect(find(words)).toEqual(hrefs)
  })

  test.each(["", "up", "price", "et", "doge", "btc kelp", "round trip"])("not by “%s”", (words) => {
    expect(find(words)).toEqual([])
  })

  test("no more than asked for", () => {
    expect(searchRounds("rounds", 3)).toHaveLength(3)
  })
})
