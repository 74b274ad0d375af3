import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { findCandles } from "@/lib/tokens/candles/queries"
import { findSparklines } from "@/lib/tokens/candles/sparklines"
import { findToken, getToken } from "@/lib/tokens/queries"
import { findLatestTrades, findTokenTrades, findWalletTrades } from "@/lib/tokens/trades/queries"
import { findWhitelist } from "@/lib/tokens/whitelist-queries"
import { WAD } from "@/lib/units"
import {
  addressOf,
  emptyTables,
  insertSync,
  insertToken,
  insertTrade,
  insertWhitelisted,
  MAIN,
  USDB,
} from "@/tests/helpers/rows"

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

beforeEach(emptyTables)
afterEach(() => {
  vi.useRealTimers()
})

/** TIDE at 1 USDB two days ago and at 2 USDB now. */
async function insertMain() {
  await insertToken({ address: MAIN, symbol: "TIDE", createdAt: ago(72) })
  await insertSync({ token: MAIN, reserve0: 100n * WAD, reserve1: 100n * WAD, time: ago(72) })
  await insertSync({ token: MAIN, reserve0: 100n * WAD, reserve1: 200n * WAD, time: ago(1) })
}

describe("a token", () => {
  test("is null without a row, and 404 where it is demanded", async () => {
    expect(await findToken(addressOf(9))).toBeNull()
    await expect(getToken(addressOf(9))).rejects.toMatchObject({ code: "TOKEN_NOT_FOUND" })
  })

  test("has no price before its first Sync row", async () => {
    await insertMain()
    const { address } = await insertToken()
    expect(await getToken(address)).toMatchObject({
      priceUsd: null,
      liquidityUsd: null,
      dayChange: null,
      priceQuote: null,
      dayVolumeUsd: 0n,
    })
  })

  test("is priced through the main token, at its present price", async () => {
    await insertToken({ address: MAIN })
    await insertSync({ token: MAIN, reserve0: WAD, reserve1: WAD, time: ago(72) })
    const { address } = await insertToken({ multiplier: 50 })
    await insertSync({ token: address, reserve0: 10n * WAD, reserve1: 30n * WAD, time: ago(48) })
    await insertTrade({ token: address, amountUsdc: 5n * WAD, time: ago(25) })
    await insertTrade({ token: address, amountUsdc: 7n * WAD, time: ago(2) })
    await insertTrade({ token: address, amountUsdc: 5n * WAD, time: ago(2), routingLeg: true })
    await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD, time: ago(1) })
    expect(await getToken(address)).toMatchObject({
      kind: "floor",
      quoteToken: MAIN,
      isMain: false,
      isPrediction: false,
      priceQuote: 3n * WAD,
      priceUsd: 6n * WAD,
      liquidityUsd: 120n * WAD,
      startingLiquidityUsd: 60n * WAD,
      dayChange: 10_000n,
      dayVolumeUsd: 7n * WAD,
      dayTrades: 1,
      tradeCount: 3,
    })
  })

  test("that is the main token is priced in USDB", async () => {
    await insertMain()
    expect(await getToken(MAIN)).toMatchObject({
      quoteToken: USDB,
      isMain: true,
      isPrediction: false,
      priceUsd: 2n * WAD,
      liquidityUsd: 400n * WAD,
      dayChange: 10_000n,
    })
  })

  test("younger than a day is compared with its first price", async () => {
    await insertToken({ address: MAIN })
    await insertSync({ token: MAIN, reserve0: WAD, reserve1: WAD, time: ago(72) })
    await insertSync({ token: MAIN, reserve0: WAD, reserve1: 4n * WAD, time: ago(5) })
    const { address } = await insertToken()
    // What the main token did before is not its change.
    await insertSync({ token: address, reserve0: WAD, reserve1: WAD, time: ago(3) })
    expect((await getToken(address)).dayChange).toBe(0n)
    await insertSync({ token: address, reserve0: WAD, reserve1: WAD / 2n, time: ago(2) })
    expect((await getToken(address)).dayChange).toBe(-5_000n)
    await insertSync({ token: MAIN, reserve0: WAD, reserve1: 8n * WAD, time: ago(1) })
    expect((await getToken(address)).dayChange).toBe(0n)
  })
})

describe("trades", () => {
  test("of the tape are the newest of all tokens, without routing legs", async () => {
    const { address } = await insertToken({ symbol: "A" })
    const first = await insertTrade({ token: address, type: 1 })
    await insertTrade({ token: address, routingLeg: true })
    const third = await insertTrade({ token: address, type: 3 })
    expect(await findLatestTrades(10)).toMatchObject([
      { id: `${third.id}`, type: "leverage_sell", symbol: "A", txHash: third.hash },
      { id: `${first.id}`, type: "sell", token: address, time: first.time },
    ])
  })

  test("of a token and of a wallet come in pages", async () => {
    const { address } = await insertToken()
    const user = addressOf(8)
    for (const type of [0, 1, 0]) await insertTrade({ token: address, user, type })
    const first = await findTokenTrades(address, { limit: 2 })
    expect(first.data.map(({ type }) => type)).toEqual(["buy", "sell"])
    const cursor = first.nextCursor ?? undefined
    expect(await findTokenTrades(address, { limit: 2, cursor })).toMatchObject({
      data: [{ type: "buy" }],
      nextCursor: null,
    })
    expect((await findWalletTrades(user, { limit: 5, side: "sell" })).data).toHaveLength(1)
    expect((await findWalletTrades(addressOf(3), { limit: 5 })).data).toEqual([])
  })
})

test("sparklines carry the last close over quiet steps", async () => {
  const { address } = await insertToken()
  const { address: bare } = await insertToken()
  await insertSync({ token: address, reserve0: WAD, reserve1: WAD, time: ago(30) })
  await insertSync({ token: address, reserve0: WAD, reserve1: 2n * WAD, time: ago(12) })
  const lines = await findSparklines([address, bare])
  const line = lines.get(address) ?? []
  expect(line).toHaveLength(98)
  expect([line[0], line.at(-1)]).toEqual([1, 2])
  expect(line.filter((close) => close === 2).length).toBeGreaterThanOrEqual(48)
  expect(lines.get(bare)).toEqual([])
})

test("a chart's candles have no gap", async () => {
  // No hour begins between the first price and the question.
  vi.useFakeTimers({ toFake: ["Date"] })
  const { address } = await insertToken()
  await insertSync({ token: address, reserve0: WAD, reserve1: WAD, time: ago(5) })
  const candles = await findCandles(address, { interval: "1h" })
  expect(candles).toHaveLength(6)
  expect(new Set(candles.map(({ close }) => close))).toEqual(new Set([1]))
})

test("a whitelist shows the newest entries and how many there are", async () => {
  const { address } = await insertToken()
  await insertWhitelisted(address, addressOf(1), 5n, "early")
  await insertWhitelisted(address, addressOf(2))
  expect(await findWhitelist(address, 1)).toMatchObject({
    total: 2,
    entries: [{ wallet: addressOf(2), amount: WAD, tag: null }],
  })
})
