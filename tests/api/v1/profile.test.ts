import { beforeEach, describe, expect, test } from "vitest"
import * as ownRoute from "@/app/api/v1/me/profile/route"
import * as route from "@/app/api/v1/profile/[wallet]/route"
import { computeDueRecords } from "@/lib/agents/record/compute"
import { pool } from "@/lib/db/client"
import { computeAllDue } from "@/lib/profiles/points/background"
import { storeRankSnapshot } from "@/lib/profiles/ranks/snapshot"
import { WAD } from "@/lib/units"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, insertTrade, MAIN } from "@/tests/helpers/rows"
import { waitPastMidnight } from "@/tests/helpers/timing"
import { ETH, insertBet, insertEnd } from "@/tests/helpers/updown-rows"

const HOUR = 3_600_000
const DAY = 24 * HOUR
let midnight = 0
/** Noon of a day before today. */
const ago = (days: number) => new Date(midnight - days * DAY + 12 * HOUR)

let wallets = 0x8000
let wallet: string

beforeEach(async () => {
  await waitPastMidnight()
  midnight = Math.floor(Date.now() / DAY) * DAY
  await emptyTables()
  await pool().query(
    `delete from points_day; delete from wallet_points; delete from points_due;
    delete from rank_snapshot; delete from creation_award; delete from creation_due`,
  )
  wallet = addressOf(++wallets)
})

const profileOf = async (address: string) =>
  (await call(route, { params: { wallet: address } })).body

const isDue = (address: string) =>
  pool().query(
    "insert into points_due (wallet, day) values ($1, '1970-01-01') on conflict do nothing",
    [address],
  )

/** Buys this often, and computes. */
async function buys(user: string, token: string, usd: number, times: Date[]) {
  for (const time of times) {
    await insertTrade({ token, user, amountUsdc: BigInt(usd) * WAD, time })
  }
  await isDue(user)
  await computeAllDue()
}

describe("GET /api/v1/profile/{wallet}", () => {
  test("200: nobody", async () => {
    expect(await profileOf(wallet.toUpperCase().replace("0X", "0x"))).toEqual({
      ...{ wallet, username: null, avatarUrl: null, tier: "Plankton", tierEmoji: "🫧", rank: 0 },
      ...{ acsScore: 0, socials: [], xHandle: null, agent: null, stale: false, lastUpdated: null },
    })
  })

  test("200: what was made public, and nothing else", async () => {
    await pool().query(
      `insert into social_link (wallet, platform, handle, is_linked, is_public, picture) values
      ($1, 'telegram', 'hidden_one', false, false, null), ($1, 'discord', 'reef.walker', false, true, null),
      ($1, 'x', 'reef_x', true, true, 'https://pictures.example/x.png')`,
      [wallet],
    )
    const { username, avatarUrl, socials, xHandle } = await profileOf(wallet)
    expect([username, avatarUrl, xHandle]).toEqual([
      "reef_x",
      "https://pictures.example/x.png",
      "reef_x",
    ])
    expect(socials).toEqual([
      { platform: "x", handle: "reef_x", url: "https://x.com/reef_x" },
      { platform: "discord", handle: "reef.walker", url: "" },
    ])
  })

  test("200: tiers and ranks of what was bought; totals are told nowhere", async () => {
    const { address } = await insertToken()
    const [second, third] = [addressOf(++wallets), addressOf(++wallets)]
    await buys(wallet, address, 2_600, [ago(1)])
    await buys(second, address, 600, [ago(2)])
    await buys(third, address, 600, [ago(3)])
    const profiles = await Promise.all([wallet, second, third].map(profileOf))
    expect(profiles.map(({ tier, rank }) => [tier, rank])).toEqual([
      ["Tidal", 1],
      ["Hatchling", 3],
      ["Hatchling", 2],
    ])
    expect(JSON.stringify(profiles)).not.toMatch(/2600|"points"|"total"/)
    expect(profiles[0]?.lastUpdated).toEqual(expect.any(String))
  })

  test.each([
    ["a buy below 10 USD", { amountUsdc: 10n * WAD - 1n }],
    ["a sell", { type: 1 }],
    ["a leveraged buy", { type: 2 }],
    ["a routing leg", { routingLeg: true, token: MAIN }],
    ["a token of one's own", { own: true }],
  ])("200: %s earns nothing", async (_, { own = false, ...trade }: Trade) => {
    const { address } = await insertToken(own ? { dev: wallet } : {})
    if (trade.token) await insertToken({ address: MAIN })
    await insertTrade({ token: address, user: wallet, amountUsdc: 600n * WAD, ...trade })
    await isDue(wallet)
    await computeAllDue()
    expect((await profileOf(wallet)).rank).toBe(0)
  })

  test("200: a purchase of 5 USD earns, one of less does not", async () => {
    const market = await insertMarket()
    await insertPurchase({ token: market.address, buyer: wallet, usdc: 5n * WAD - 1n })
    await isDue(wallet)
    await computeAllDue()
    expect((await profileOf(wallet)).rank).toBe(0)
    await insertPurchase({ token: market.address, buyer: wallet, usdc: 5n * WAD })
    await isDue(wallet)
    await computeAllDue()
    expect((await profileOf(wallet)).rank).toBe(1)
  })

  test("200: a platform contract earns nothing", async () => {
    const { address } = await insertToken()
    const other = await insertToken()
    await buys(other.address, address, 600, [ago(1)])
    await buys(MAIN, address, 600, [ago(1)])
    for (const contract of [other.address, MAIN]) expect((await profileOf(contract)).rank).toBe(0)
  })

  test("200: what is due is said to be stale, and its computation begins", async () => {
    const { address } = await insertToken()
    await insertTrade({ token: address, user: wallet, amountUsdc: 600n * WAD })
    await isDue(wallet)
    expect(await profileOf(wallet)).toMatchObject({ stale: true, tier: "Plankton" })
    await expect.poll(() => profileOf(wallet)).toMatchObject({ stale: false, tier: "Hatchling" })
  })

  test("200: an agent has a confidence, which a ban lowers", async () => {
    await pool().query("insert into agent (wallet, agent_id, name) values ($1, $2, 'Reefer')", [
      wallet,
      wallets,
    ])
    const { agent, acsScore } = await profileOf(wallet)
    expect(agent).toEqual({ agentId: wallets, name: "Reefer" })
    expect(acsScore).toBe(0.3)
    await pool().query("insert into reef_member (wallet, banned_at) values ($1, now())", [wallet])
    expect((await profileOf(wallet)).acsScore).toBe(0.1)
  })

  test("200: an agent's bets on price rounds count for its confidence", async () => {
    await pool().query("insert into agent (wallet, agent_id, name) values ($1, $2, 'Bettor')", [
      wallet,
      wallets,
    ])
    await insertBet({ wallet })
    await insertEnd("bull_wins")
    await insertBet({ wallet, roundId: 2 })
    await insertEnd("bull_wins", { roundId: 2 })
    await insertBet({ wallet, contract: ETH })
    await insertEnd("canceled", { contract: ETH })
    await computeDueRecords()
    // 3 bets, 2 assets, 2 of 2 decided rounds won: 0.25 · 0.2007 + 0.2 · 0.1 + 0.2 · 4 / 6 + 0.2.
    expect((await profileOf(wallet)).acsScore).toBe(0.404)
  })

  test("400: a malformed address", async () => {
    expect((await call(route, { params: { wallet: "0x1" } })).status).toBe(400)
  })
})

type Trade = {
  amountUsdc?: bigint
  type?: number
  routingLeg?: boolean
  token?: string
  own?: boolean
}

describe("one's own standing", () => {
  const standing = async (key: string) => (await call(ownRoute, { as: { key } })).body

  test.each([
    [[], 0],
    [[0], 1],
    [[1], 1],
    [[2], 0],
    [[0, 1, 2], 3],
    [[1, 2, 3, 4], 4],
    [[0, 2, 3], 1],
    [[0, 1, 3, 4, 5], 2],
  ])("a streak after buying %j days ago is %i", async (days, streak) => {
    const { key, wallet: buyer } = await createApiKey()
    const { address } = await insertToken()
    // Today's noon may be yet to come.
    const times = days.toReversed().map((each) => (each === 0 ? new Date(midnight) : ago(each)))
    await buys(buyer, address, 20, times)
    expect((await standing(key)).streak).toBe(streak)
  })

  test("places won and lost since midnight", async () => {
    const [first, second] = [await createApiKey(), await createApiKey()]
    const { address } = await insertToken()
    await buys(first.wallet, address, 200, [ago(1)])
    await buys(second.wallet, address, 100, [ago(1)])
    expect((await standing(second.key)).rankDelta).toBe(0)
    await storeRankSnapshot(pool())
    await buys(second.wallet, address, 900, [new Date(midnight)])
    expect(await standing(second.key)).toMatchObject({ rank: 1, rankDelta: 1 })
    expect(await standing(first.key)).toMatchObject({ rank: 2, rankDelta: -1 })
  })
})
