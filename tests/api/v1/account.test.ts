import { beforeEach, describe, expect, test } from "vitest"
import * as capsRoute from "@/app/api/v1/me/daily-caps/route"
import * as projectsRoute from "@/app/api/v1/me/projects/route"
import * as referralsRoute from "@/app/api/v1/me/referrals/route"
import * as statsRoute from "@/app/api/v1/me/stats/route"
import * as countsRoute from "@/app/api/v1/profile/[wallet]/referrals/route"
import { pool } from "@/lib/db/client"
import { computeAllDue } from "@/lib/profiles/points/background"
import { WAD } from "@/lib/units"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertLoanEvent } from "@/tests/helpers/loan-rows"
import {
  insertMarket,
  insertMarketEvent,
  insertOrderEvent,
  insertPurchase,
} from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, insertTrade, insertTx } from "@/tests/helpers/rows"
import { waitPastMidnight } from "@/tests/helpers/timing"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  await emptyTables()
  await pool().query("delete from wallet_points")
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})

const stats = async () => (await call(statsRoute, { as })).body
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

describe("GET /api/v1/me/stats", () => {
  test("200: nothing done", async () => {
    expect(await stats()).toEqual({
      ...{ totalTrades: 0, buys: 0, sells: 0, totalPredictions: 0, tokensCreated: 0 },
      ...{ marketsCreated: 0, totalLoans: 0, activeLoans: 0, marketWins: 0, daysActive: 0 },
      agent: null,
    })
  })

  test("200: trades with leverage, no legs of routes; the first one was more than two days ago", async () => {
    const { address: token } = await insertToken({ dev: wallet })
    const times = [ago(60), ago(50), ago(3), ago(2), ago(1)]
    for (const [type, time] of times.entries())
      await insertTrade({ token, user: wallet, type: type % 4, time })
    await insertTrade({ token, user: wallet, routingLeg: true, time: ago(500) })
    await insertTrade({ token, time: ago(400) })
    expect(await stats()).toMatchObject({
      ...{ totalTrades: 5, buys: 3, sells: 2, tokensCreated: 1, marketsCreated: 0 },
      daysActive: 2,
    })
  })

  test("200: purchases and fills, the markets won among them, and loans", async () => {
    const market = await insertMarket({ dev: wallet })
    const { address: token } = market
    await insertPurchase({ token, buyer: wallet, outcome: 0, usdc: WAD, time: ago(1) })
    await insertPurchase({ token, buyer: wallet, outcome: 0, usdc: WAD, time: ago(1) })
    await insertOrderEvent({ token, kind: "created", seller: wallet, outcome: 1, orderId: 1 })
    const fill = { kind: "filled", outcome: 1, orderId: 1 } as const
    await insertOrderEvent({ token, ...fill, buyer: wallet, seller: addressOf(3) })
    const other = await insertMarket()
    await insertPurchase({ token: other.address, buyer: wallet, outcome: 1, usdc: WAD })
    expect(await stats()).toMatchObject({ totalPredictions: 4, marketWins: 0, daysActive: 1 })
    await insertMarketEvent({ token, action: "resolve", outcome: 1 })
    await insertMarketEvent({ token: other.address, action: "resolve", outcome: 254 })
    await insertLoanEvent({ wallet, loanId: 1 })
    await insertLoanEvent({ wallet, loanId: 2, active: false, action: "repaid" })
    expect(await stats()).toMatchObject({
      ...{ totalPredictions: 4, marketWins: 1, marketsCreated: 1, tokensCreated: 0 },
      ...{ totalLoans: 2, activeLoans: 1 },
    })
  })

  test("200: the agent", async () => {
    await pool().query("insert into agent (wallet, agent_id, name) values ($1, 77, 'Reefer')", [
      wallet,
    ])
    expect((await stats()).agent).toEqual({ agentId: 77, name: "Reefer" })
  })

  test("401 without a caller; the session's wallet, private and with the index's position", async () => {
    expect((await call(statsRoute)).status).toBe(401)
    const session = await createSession()
    const { status, headers } = await call(statsRoute, { as: { cookie: session.cookie } })
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-cache"])
  })
})

describe("GET /api/v1/me/projects", () => {
  test("200: own tokens and markets apart, newest first", async () => {
    const first = await insertToken({ dev: wallet })
    const second = await insertToken({ dev: wallet, name: "Kelp", symbol: "KELP" })
    await insertToken()
    const market = await insertMarket({ dev: wallet })
    await pool().query(
      "update project set image = 'https://pictures.example/k.png' where id = $1",
      [second.id],
    )
    const { body } = await call(projectsRoute, { as })
    expect(body.tokens).toEqual([
      {
        ...{ address: second.address, name: "Kelp", symbol: "KELP" },
        image: "https://pictures.example/k.png",
        createdAt: second.createdAt.toISOString(),
      },
      expect.objectContaining({ address: first.address, image: null }),
    ])
    expect(body.markets.map(({ address }) => address)).toEqual([market.address])
  })

  test("200: none; 401 without a caller", async () => {
    expect((await call(projectsRoute, { as })).body).toEqual({ tokens: [], markets: [] })
    expect((await call(projectsRoute)).status).toBe(401)
  })
})

/** That `user` was referred, as the index stores it. */
async function refer(user: string, referrer: string, time = new Date()) {
  const { id } = await insertTx({ time })
  await pool().query(
    "insert into referral (wallet, referrer, event_id, set_at) values ($1, $2, $3, $4)",
    [user, referrer, id, time],
  )
}

const earn = (earner: string, total: number) =>
  pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at)
    values ($1, $2, '2026-01-01', now())`,
    [earner, total],
  )

describe("referrals", () => {
  const [above, one, two, three, deep] = [0x11, 0x12, 0x13, 0x14, 0x15].map((end) =>
    addressOf(0xb00 + end),
  ) as [string, string, string, string, string]

  test("200: both layers by rank, unranked last, and the own referrer", async () => {
    const joined = new Date("2026-03-04T05:06:07.089Z")
    await refer(wallet, above, joined)
    for (const user of [one, two, three]) await refer(user, wallet)
    await refer(deep, one)
    await earn(above, 30_000)
    await earn(wallet, 2_500)
    await earn(deep, 600)
    await earn(two, 40)
    const { body } = await call(referralsRoute, { as })
    expect(body.referrer).toEqual({
      ...{ wallet: above, username: null, tier: "Turtle", tierEmoji: "🐢", rank: 1 },
      ...{ joinedAt: joined.toISOString(), layer: null },
    })
    expect([body.tier, body.tierEmoji]).toEqual(["Tidal", "🌊"])
    expect([body.directCount, body.indirectCount]).toEqual([3, 1])
    expect(body.referrals.map((user) => [user.wallet, user.rank, user.tier, user.layer])).toEqual([
      [deep, 3, "Hatchling", 2],
      [two, 4, "Plankton", 1],
      [one, 0, "Plankton", 1],
      [three, 0, "Plankton", 1],
    ])
    expect(JSON.stringify(body)).not.toMatch(/30000|"points"|"total"/)
    const { body: counts } = await call(countsRoute, { as, params: { wallet } })
    expect(counts).toEqual({
      ...{ wallet, hasReferrer: true, directReferrals: 3, indirectReferrals: 1 },
      totalReferrals: 4,
    })
  })

  test("200: at most 500 are listed, all are counted", async () => {
    await pool().query(
      `insert into referral (wallet, referrer, event_id, set_at)
      select '0x' || lpad(to_hex(n), 40, '0'), $1, n, now() from generate_series(1, 502) n`,
      [wallet],
    )
    const { body } = await call(referralsRoute, { as })
    expect([body.directCount, body.referrals.length, body.referrer]).toEqual([502, 500, null])
  })

  test("200: nobody's; 400 a malformed address; 401 without a caller", async () => {
    const { body } = await call(countsRoute, {
      as,
      params: { wallet: one.toUpperCase().replace("X", "x") },
    })
    expect(body).toEqual({
      ...{ wallet: one, hasReferrer: false, directReferrals: 0, indirectReferrals: 0 },
      totalReferrals: 0,
    })
    expect((await call(countsRoute, { as, params: { wallet: "0x1" } })).status).toBe(400)
    expect((await call(countsRoute, { params: { wallet } })).status).toBe(401)
    expect((await call(referralsRoute)).status).toBe(401)
  })
})

/** An attempt to have a post on X counted. */
const insertPost = (ordinal: number, { isRunning = false, verified = false } = {}) =>
  pool().query(
    `insert into x_post (wallet, day, ordinal, tweet_id, url, username, accepted, verified, text_hash,
      lease_until)
    values ($1, (now() at time zone 'UTC')::date, $2, $3::text, 'https://x.com/a/status/1', 'a', $4, $4,
      case when $4 then sha256(convert_to($3::text, 'UTF8')) end,
      case when $5 then now() - interval '1 minute' end)`,
    [wallet, ordinal, `${ordinal}${Date.now()}`, verified, isRunning],
  )

const insertMoltbookPost = (isChallenge = false) =>
  pool().query(
    `insert into moltbook_post (wallet, post_id, karma, submolt, mentions_platform, is_challenge)
    values ($1, gen_random_uuid(), 1, 'atoll', true, $2)`,
    [wallet, isChallenge],
  )

describe("GET /api/v1/me/daily-caps", () => {
  beforeEach(waitPastMidnight)

  const caps = async () => (await call(capsRoute, { as })).body
  const percents = (list: { category: string; percent: number }[]) =>
    list.map(({ category, percent }) => [category, percent])

  test("200: nothing used, and the time until midnight in UTC", async () => {
    const body = await caps()
    expect(body.date).toBe(new Date().toISOString().slice(0, 10))
    expect(percents(body.pointCaps)).toEqual([
      ["trading", 0],
      ["prediction", 0],
      ["creator", 0],
      ["positions", 0],
    ])
    expect(percents(body.countCaps)).toEqual([
      ["social_x", 0],
      ["social_moltbook", 0],
    ])
    const midnight = new Date(`${body.date}T00:00:00Z`).getTime() + 24 * HOUR
    expect(Math.abs(midnight - Date.now() - body.resetsInSeconds * 1_000)).toBeLessThan(5_000)
  })

  test("200: bases of today before the streak, with one decimal and at most 100", async () => {
    const { address: token } = await insertToken()
    const market = await insertMarket()
    for (const time of [ago(24), new Date()])
      await insertTrade({ token, user: wallet, amountUsdc: 1_234n * WAD, time })
    await insertPurchase({ token: market.address, buyer: wallet, usdc: 7_000n * WAD })
    await pool().query("insert into points_due (wallet, day) values ($1, '1970-01-01')", [wallet])
    await computeAllDue()
    expect(percents((await caps()).pointCaps)).toEqual([
      ["trading", 24.7],
      ["prediction", 100],
      ["creator", 0],
      ["positions", 0],
    ])
  })

  test("200: positions count while the day runs, by the part of it that is over", async () => {
    await insertLoanEvent({ wallet, borrowedAmount: 250_000n * WAD, time: ago(48) })
    const positions = (await caps()).pointCaps.find(({ category }) => category === "positions")
    const passed = (Date.now() % (24 * HOUR)) / (24 * HOUR)
    // 0.01 x 250,000 USD are half of the 5,000.
    expect(Math.abs((positions?.percent ?? -1) - 50 * passed)).toBeLessThan(0.3)
  })

  test("200: attempts at X, failed ones too, and accepted posts at Moltbook but the challenge", async () => {
    await insertPost(1)
    await insertPost(2, { isRunning: true })
    await insertMoltbookPost()
    await insertMoltbookPost()
    await insertMoltbookPost(true)
    expect(percents((await caps()).countCaps)).toEqual([
      ["social_x", 33.3],
      ["social_moltbook", 66.7],
    ])
    await insertPost(3, { verified: true })
    expect(percents((await caps()).countCaps)[0]).toEqual(["social_x", 66.7])
  })

  test("401 without a caller", async () => {
    expect((await call(capsRoute)).status).toBe(401)
  })
})
