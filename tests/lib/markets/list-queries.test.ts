import { beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { refreshLastDay } from "@/lib/indexer/projections/last-day"
import { findProbabilityHistory } from "@/lib/markets/history-queries"
import {
  countMarkets,
  findMarket,
  findMarketCards,
  findSimilarMarkets,
} from "@/lib/markets/list-queries"
import { type MarketSort, marketSorts } from "@/lib/markets/schema"
import { WAD } from "@/lib/units"
import {
  BASE_RESERVE,
  insertMarket,
  insertMarketEvent,
  insertPurchase,
} from "@/tests/helpers/market-rows"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
const page = { page: 1, limit: 10, sort: "newest" } as const
const namesOf = (list: { data: readonly { name: string }[] }) => list.data.map(({ name }) => name)

test("a market's card has its reserves, its money and its state", async () => {
  const { address } = await insertMarket({ name: "Rain?", options: ["Wet", "Dry", "Both"] })
  await insertPurchase({ token: address, outcome: 1, usdc: 2_500n * WAD, shares: 900n * WAD })
  const market = await findMarket(address)
  expect(market).toMatchObject({ status: "active", paidIn: 2_500n * WAD, tradeCount: 1 })
  expect(market?.outcomes).toEqual([
    {
      index: 0,
      name: "Wet",
      reserve: BASE_RESERVE,
      paid: 0n,
      shares: 0n,
      probability: 0.25,
      percent: 25,
    },
    {
      index: 1,
      name: "Dry",
      reserve: 2n * BASE_RESERVE,
      paid: 2_500n * WAD,
      shares: 900n * WAD,
      probability: 0.5,
      percent: 50,
    },
    {
      index: 2,
      name: "Both",
      reserve: BASE_RESERVE,
      paid: 0n,
      shares: 0n,
      probability: 0.25,
      percent: 25,
    },
  ])
  expect(await findMarket(addressOf(77))).toBeNull()
})

test("a market has another version after each write, though no time has passed", async () => {
  const { address } = await insertMarket()
  const time = ago(1)
  const versions = new Set<string | undefined>()
  const look = async () => versions.add((await findMarket(address))?.version)
  await look()
  await insertPurchase({ token: address, time })
  await look()
  await insertMarketEvent({ token: address, action: "propose", outcome: 1, time })
  await look()
  await insertMarketEvent({ token: address, action: "bounty_claim", amount: WAD, time: ago(2) })
  await look()
  await look()
  expect(versions.size).toBe(4)
})

describe("the list", () => {
  async function threeMarkets() {
    const early = await insertMarket({
      name: "Early bird?",
      createdAt: ago(30),
      endTime: new Date(Date.now() + HOUR_MS),
    })
    const busy = await insertMarket({ name: "Busy bee?", createdAt: ago(20) })
    const late = await insertMarket({
      name: "Late lynx?",
      createdAt: ago(10),
      endTime: new Date(Date.now() + 5 * HOUR_MS),
    })
    await insertPurchase({ token: busy.address, usdc: 100n * WAD, time: ago(1) })
    await insertPurchase({ token: early.address, usdc: 900n * WAD, time: ago(26) })
    await refreshLastDay(pool())
    return { early, busy, late }
  }

  test.each<[MarketSort, string[]]>([
    ["newest", ["Late lynx?", "Busy bee?", "Early bird?"]],
    ["trending", ["Busy bee?", "Early bird?", "Late lynx?"]],
    ["closing", ["Early bird?", "Late lynx?", "Busy bee?"]],
    ["liquid", ["Early bird?", "Busy bee?", "Late lynx?"]],
    ["moved", ["Busy bee?", "Early bird?", "Late lynx?"]],
  ])("sorted by %s", async (sort, names) => {
    expect(marketSorts).toContain(sort)
    await threeMarkets()
    expect(namesOf(await findMarketCards({ ...page, sort }))).toEqual(names)
  })

  test("is searched by question, outcome and address, with signs taken literally", async () => {
    const { busy } = await threeMarkets()
    await insertMarket({ name: "100 % sure?", options: ["Quite", "Not_really"] })
    const search = async (text: string) => namesOf(await findMarketCards({ ...page, search: text }))
    expect(await search("BEE")).toEqual(["Busy bee?"])
    expect(await search("not_r")).toEqual(["100 % sure?"])
    expect(await search("%")).toEqual(["100 % sure?"])
    expect(await search(busy.address.toUpperCase().replace("0X", "0x"))).toEqual(["Busy bee?"])
  })

  test("is filtered by state, and counted", async () => {
    const { early } = await threeMarkets()
    await insertMarketEvent({ token: early.address, action: "resolve", outcome: 0 })
    expect(namesOf(await findMarketCards({ ...page, group: "final" }))).toEqual(["Early bird?"])
    expect(namesOf(await findMarketCards({ ...page, status: "voting" }))).toEqual([])
    expect(Object.fromEntries(await countMarkets({}))).toEqual({ active: 2, resolved: 1 })
    // The tabs of other groups keep their numbers while one is shown.
    const shown = { search: undefined, group: "open", status: "active" } as const
    expect(Object.fromEntries(await countMarkets(shown))).toEqual({ active: 2, resolved: 1 })
  })
})

test("markets that share words are found, those with most of them first", async () => {
  await insertMarket({ name: "Will the harbor freeze in winter?" })
  await insertMarket({ name: "Will the harbor grow?" })
  await insertMarket({ name: "Who wins the cup?" })
  const similar = await findSimilarMarkets("Does the harbor freeze this year?")
  expect(similar.map(({ name }) => name)).toEqual([
    "Will the harbor freeze in winter?",
    "Will the harbor grow?",
  ])
  expect(await findSimilarMarkets("Will it be?")).toEqual([])
})

test("a course begins even, follows the purchases and ends at the present", async () => {
  const { address } = await insertMarket({ createdAt: ago(40) })
  await insertPurchase({ token: address, outcome: 0, usdc: 2_500n * WAD, time: ago(30) })
  await insertPurchase({ token: address, outcome: 1, usdc: 5_000n * WAD, time: ago(2) })
  const market = await findMarket(address)
  if (!market) throw new Error("It was just inserted")
  const all = await findProbabilityHistory(market, "all")
  expect(all[0]?.values).toEqual([0.5, 0.5])
  expect(all.some(({ values }) => values[0] === 0.66667)).toBe(true)
  expect(all.at(-1)?.values).toEqual([0.4, 0.6])
  expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => a - b))
  const day = await findProbabilityHistory(market, "1d")
  expect(day[0]?.values).toEqual([0.66667, 0.33333])
})
