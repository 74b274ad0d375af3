import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/tokens/route"
import { createKey } from "@/lib/auth/api-keys"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import {
  addressOf,
  emptyTables,
  insertSync,
  insertToken,
  insertTrade,
  MAIN,
} from "@/tests/helpers/rows"

let as: { key: string }

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(emptyTables)

type Query = Record<string, string | number | boolean>

const list = async (query: Query) => (await call(route, { query, as })).body
const names = async (query: Query) => (await list(query)).data.map(({ name }) => name)

const NOW = Date.now()
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000)

const addDay = (table: "token_day" | "market_day", token: string, volume: bigint) =>
  pool().query(`insert into ${table} (token, volume, trades, moved) values ($1, $2, 3, 1)`, [
    token,
    `${volume}`,
  ])

describe("GET /api/v1/tokens with figures", () => {
  test("200: without the parameters rows are those of the specification", async () => {
    await insertToken({ name: "Kelp" })
    const [row] = (await list({})).data
    expect(row).not.toHaveProperty("metrics")
    const [ranked] = (await list({ sort: "volume" })).data
    expect(ranked).toEqual(row)
  })

  test("200: a token has price, liquidity and volume", async () => {
    await insertToken({ address: MAIN, name: "TIDE" })
    await insertSync({ token: MAIN, reserve0: 100n * WAD, reserve1: 200n * WAD })
    const { address } = await insertToken({ name: "Kelp" })
    await insertSync({ token: address, reserve0: 1_000n * WAD, reserve1: 50n * WAD })
    await insertTrade({ token: address, time: inHours(-1), amountUsdc: 12_345n * 10n ** 15n })
    const { data, pagination } = await list({ metrics: true, search: "kelp" })
    expect(pagination).toEqual({ total: 1, page: 1, limit: 20, hasMore: false })
    expect(data[0]?.metrics).toEqual({
      ...{ priceUsd: "0.1", liquidityUSD: 200, dayVolumeUSD: 12.35, dayTrades: 1 },
      ...{ endTime: null, poolOpen: null, outcomes: null },
    })
  })

  test("200: a market has its end and the chances of its outcomes", async () => {
    const endTime = inHours(30)
    const { address } = await insertMarket({ name: "Rain?", endTime, options: ["Yes", "No"] })
    await insertPurchase({ token: address, outcome: 1, usdc: 5_000n * WAD })
    const [row] = (await list({ metrics: true, isPrediction: true })).data
    expect(row?.metrics).toEqual({
      ...{ priceUsd: null, liquidityUSD: 5_000, dayVolumeUSD: 0, dayTrades: 0 },
      ...{ endTime: endTime.toISOString(), poolOpen: true },
      outcomes: [
        { index: 0, name: "Yes", probability: 0.25 },
        { index: 1, name: "No", probability: 0.75 },
      ],
    })
  })

  test("200: sorted by volume, by liquidity and by the next end, page by page", async () => {
    const [first, second, third] = [
      await insertMarket({ name: "first", endTime: inHours(-1) }),
      await insertMarket({ name: "second", endTime: inHours(9) }),
      await insertMarket({ name: "third", endTime: inHours(5) }),
    ]
    const token = await insertToken({ name: "token" })
    await insertPurchase({ token: first.address, usdc: 9n * WAD })
    await insertPurchase({ token: third.address, usdc: 4n * WAD })
    await addDay("market_day", second.address, 8n * WAD)
    await addDay("token_day", token.address, 9n * WAD)
    expect(await names({ sort: "volume", limit: 2 })).toEqual(["token", "second"])
    expect(await names({ sort: "volume", limit: 2, page: 2 })).toEqual(["third", "first"])
    expect(await names({ sort: "liquidity", isPrediction: true, limit: 2 })).toEqual([
      "first",
      "third",
    ])
    expect(await names({ sort: "ending", isPrediction: true })).toEqual([
      "third",
      "second",
      "first",
    ])
    expect((await list({ sort: "volume", limit: 2 })).pagination).toEqual({
      ...{ total: 4, page: 1, limit: 2, hasMore: true },
    })
  })

  test("200: a status leaves the markets in it; 400: one that there is not", async () => {
    await insertMarket({ name: "ended", endTime: inHours(-1) })
    await insertMarket({ name: "open", endTime: inHours(1) })
    await insertToken({ name: "token" })
    expect(await names({ status: "active" })).toEqual(["open"])
    expect(await names({ status: "awaiting_proposal", metrics: true })).toEqual(["ended"])
    expect(await names({ status: "resolved" })).toEqual([])
    const { body, status } = await call(route, { query: { status: "lively" }, as })
    expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
  })
})
