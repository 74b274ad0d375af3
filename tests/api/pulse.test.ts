import { beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/pulse/route"
import { pool } from "@/lib/db/client"
import { computePulse, findPulse } from "@/lib/pulse"
import { refreshPulseCounts } from "@/lib/pulse-counts"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertOrderEvent, insertPurchase } from "@/tests/helpers/market-rows"
import { windowStart } from "@/tests/helpers/rate-window"
import { insertAgent, insertPoints } from "@/tests/helpers/reef"
import {
  addressOf,
  emptyTables,
  FACTORY,
  insertToken,
  insertTrade,
  MAIN,
} from "@/tests/helpers/rows"

const HOUR_MS = 3_600_000

beforeEach(async () => {
  await emptyTables()
  await pool().query("truncate agent, wallet_points, index_cursor")
})

/** The index has read up to a block of this time. */
const insertCursor = (time: Date) =>
  pool().query(
    `insert into index_cursor
      (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block, head_time)
    values (1, 31337, '\\x00', 1, $1, 1, $1)
    on conflict (id) do update set indexed_time = excluded.indexed_time`,
    [time],
  )

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

  test("gives what the follower has counted while that is new, and counts itself after that", async () => {
    const { address: token } = await insertToken()
    const trade = () => insertTrade({ token, time: new Date(Date.now() - HOUR_MS) })
    await trade()
    const before = await counted()
    await refreshPulseCounts(pool())
    await trade()
    expect(await counted()).toEqual(before)
    await refreshPulseCounts(pool())
    expect(await counted()).toEqual({ ...before, trades24h: 2 })
    await trade()
    await pool().query("update pulse_count set computed_at = now() - interval '3 minutes'")
    const { stats, timestamp } = await computePulse()
    expect(stats).toEqual({ ...before, trades24h: 3 })
    expect(Date.now() - +timestamp).toBeLessThan(60_000)
  })

  test("counts agents", async () => {
    expect(await counted()).toMatchObject({ agents: 0 })
    await insertAgent(addressOf(1))
    await insertAgent(addressOf(2))
    expect(await counted()).toMatchObject({ agents: 2 })
  })

  test("counts the wallets of the leaderboard: those with points", async () => {
    await insertPoints(addressOf(1), 1)
    await insertPoints(addressOf(2), 500)
    await insertPoints(addressOf(3), 0)
    expect(await counted()).toMatchObject({ leaderboardParticipants: 2 })
  })

  test("is counted anew for each page while the index reads history, and kept after that", async () => {
    const tokens = async () => (await findPulse()).stats.tokens
    expect(await tokens()).toBe(0)
    await insertToken()
    expect(await tokens()).toBe(1)
    const monthAgo = new Date(Date.now() - 30 * 24 * HOUR_MS)
    await insertCursor(monthAgo)
    await insertToken()
    expect(await tokens()).toBe(2)
    await insertToken()
    expect(await tokens()).toBe(3)
    await insertCursor(new Date())
    await insertToken()
    expect(await tokens()).toBe(4)
    await insertToken()
    expect(await tokens()).toBe(4)
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
    await windowStart(10_000)
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
