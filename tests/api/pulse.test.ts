import { beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/pulse/route"
import { computePulse } from "@/lib/pulse/queries"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertOrderEvent, insertPurchase } from "@/tests/helpers/market-rows"
import {
  addressOf,
  emptyTables,
  FACTORY,
  insertToken,
  insertTrade,
  MAIN,
  UNIT,
} from "@/tests/helpers/rows"

const HOUR_MS = 3_600_000
const TEN = 10n * UNIT

beforeEach(emptyTables)

const counted = async () => (await computePulse()).stats

describe("pulse", () => {
  test("counts launched tokens, without the main token", async () => {
    await insertToken({ address: MAIN })
    await insertToken()
    expect(await counted()).toMatchObject({ tokens: 1, predictionMarkets: 0 })
  })

  test("counts trades of the last 24 hours without routing legs, and their wallets", async () => {
    const { address: token } = await insertToken()
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
    await insertTrade({ token, time: ago(25), user: addressOf(4) })
    await insertTrade({ token, time: ago(23), user: addressOf(5) })
    await insertTrade({ token, time: ago(1), user: addressOf(5), type: 1 })
    await insertTrade({ token, time: ago(1), user: addressOf(6), routingLeg: true })
    await insertTrade({ token, time: ago(1), user: FACTORY })
    await insertTrade({ token, time: ago(1), user: token })
    expect(await counted()).toMatchObject({ trades24h: 4, uniqueTraders24h: 1 })
  })

  test("counts markets, purchases of shares and fills of orders, and their buyers", async () => {
    const { address: token } = await insertMarket()
    const [time, old] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() - 25 * HOUR_MS)]
    await insertPurchase({ token, time, buyer: addressOf(4) })
    await insertPurchase({ token, time: old, buyer: addressOf(5) })
    await insertOrderEvent({ token, time, orderId: 0 })
    await insertOrderEvent({ token, time, orderId: 0, kind: "filled", buyer: addressOf(6) })
    await insertOrderEvent({ token, time, orderId: 0, kind: "cancelled" })
    expect(await counted()).toMatchObject({
      tokens: 0,
      predictionMarkets: 1,
      trades24h: 2,
      uniqueTraders24h: 2,
    })
  })

  test("counts who bought shares for 5 USD, and who made a market that five bought in", async () => {
    const dev = addressOf(0xdef)
    const { address: token } = await insertMarket({ dev })
    const FIVE = 5n * UNIT
    await insertPurchase({ token, buyer: dev, usdc: FIVE })
    await insertPurchase({ token, buyer: addressOf(20), usdc: FIVE - 1n })
    for (const buyer of [21, 22, 23, 24]) {
      await insertPurchase({ token, buyer: addressOf(buyer), usdc: FIVE })
    }
    expect(await counted()).toMatchObject({ leaderboardParticipants: 4 })
    const fill = { kind: "filled", buyer: addressOf(25), usdc: FIVE } as const
    await insertOrderEvent({ token, orderId: 0, ...fill })
    expect(await counted()).toMatchObject({ leaderboardParticipants: 6 })
  })

  test("counts who earned points as a participant of the leaderboard", async () => {
    const dev = addressOf(0xdef)
    const { address: token } = await insertToken({ dev })
    await insertTrade({ token, user: dev, amountUsdc: 10n * TEN })
    await insertTrade({ token, user: addressOf(1), amountUsdc: TEN - 1n })
    await insertTrade({ token, user: addressOf(2), amountUsdc: TEN, type: 1 })
    await insertTrade({ token, user: addressOf(3), amountUsdc: TEN, routingLeg: true })
    expect(await counted()).toMatchObject({ leaderboardParticipants: 0 })
    for (const buyer of [11, 12, 13, 14, 14]) {
      await insertTrade({ token, user: addressOf(buyer), amountUsdc: TEN })
    }
    expect(await counted()).toMatchObject({ leaderboardParticipants: 4 })
    await insertTrade({ token, user: addressOf(15), amountUsdc: TEN })
    expect(await counted()).toMatchObject({ leaderboardParticipants: 6 })
  })
})

describe("GET /api/pulse", () => {
  test("200: labels, counters and the time of computation, kept for a minute", async () => {
    const path = "/api/pulse"
    const first = await call(route, { path })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      phase: "Phase 1: Open Water",
      chain: expect.stringMatching(/\(31337\)$/),
      currency: "USDB (test, 18 decimals)",
      stats: { agents: 0, totalLoans: 0, activeLoans: 0, vaultEvents: 0 },
    })
    expect(Date.now() - Date.parse(first.body.timestamp)).toBeLessThan(60_000)
    expect(first.headers.get("cache-control")).toBe("public, max-age=60")
    expect(first.headers.get("access-control-allow-origin")).toBe("*")
    await insertToken()
    expect((await call(route, { path, query: { page: 2 } })).body).toEqual(first.body)
  })

  test("429: more than 120 requests of one client in a minute", async () => {
    const statuses = []
    for (let count = 0; count < 121; count++) {
      statuses.push((await call(route, { path: "/api/pulse", ip: "10.9.9.9" })).status)
    }
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
    expect(statuses[120]).toBe(429)
  })

  test("405: other methods", async () => {
    expect((await call(route, { method: "DELETE" })).body.code).toBe("METHOD_NOT_ALLOWED")
  })
})
