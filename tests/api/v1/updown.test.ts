import { beforeEach, describe, expect, test } from "vitest"
import * as walletRoute from "@/app/api/v1/me/updown/route"
import * as roundRoute from "@/app/api/v1/updown/rounds/[token]/[tf]/[roundId]/route"
import * as listRoute from "@/app/api/v1/updown/rounds/route"
import { WAD } from "@/lib/units"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables } from "@/tests/helpers/rows"
import {
  BETTOR,
  BTC,
  ETH,
  insertBet,
  insertClaim,
  insertEnd,
  insertRound,
  SETTLER,
  toIso,
} from "@/tests/helpers/updown-rows"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  await emptyTables()
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})

type Query = Record<string, string | number>
const list = (query: Query = {}) => call(listRoute, { query: { token: "btc", ...query }, as })
const round = (params: { token?: string; tf?: string; roundId?: string } = {}) =>
  call(roundRoute, { params: { token: "btc", tf: "0", roundId: "1", ...params }, as })

describe("GET /api/v1/updown/rounds", () => {
  test("200: all fields of a settled round and of a pending one", async () => {
    const first = await insertRound({ seedBonus: 7n })
    await insertBet({ amount: 30n * WAD, shares: 41n * WAD })
    await insertBet({ wallet: addressOf(1), side: "bear", amount: 20n * WAD, shares: 25n * WAD })
    const end = await insertEnd("bull_wins", { seedPaid: 5n })
    const second = await insertRound({ roundId: 2, seedBonus: 6n })
    const { status, body } = await list({ tf: 0 })
    expect(status).toBe(200)
    expect(body).toEqual({
      token: "btc",
      rounds: [
        {
          ...{ contract: BTC, tf: 0, roundId: 2, settledAt: null, settler: null },
          ...{ startTime: toIso(second.startTime), endTime: toIso(second.endTime) },
          ...{ startPriceUsd8dec: "9500000000000", endPriceUsd8dec: null, endPriceRoundId: null },
          ...{ bullPoolUsdb: "0", bearPoolUsdb: "0", sharesBull: "0", sharesBear: "0" },
          ...{ bettingEndsAt: toIso(second.endTime - 30) },
          ...{ seedBonusUsdb: "6", seedPaidUsdb: "0", outcome: "pending" },
        },
        {
          ...{ contract: BTC, tf: 0, roundId: 1, settledAt: toIso(end.time), settler: SETTLER },
          ...{ startTime: toIso(first.startTime), endTime: toIso(first.endTime) },
          ...{ startPriceUsd8dec: "9500000000000", endPriceUsd8dec: "9500000000001" },
          ...{ endPriceRoundId: `${(1n << 64n) + 7n}` },
          ...{ bullPoolUsdb: `${30n * WAD}`, bearPoolUsdb: `${20n * WAD}` },
          ...{ sharesBull: `${41n * WAD}`, sharesBear: `${25n * WAD}` },
          ...{ bettingEndsAt: toIso(first.endTime - 30) },
          ...{ seedBonusUsdb: "7", seedPaidUsdb: "5", outcome: "bull_wins" },
        },
      ],
      pagination: { limit: 20, hasMore: false, nextCursor: null },
    })
  })

  test("200: one timeframe by code or label, `tf` before `timeframe`; without rounds an empty list", async () => {
    await insertRound({ tf: 1 })
    await insertRound({ tf: 2, roundId: 5 })
    await insertRound({ contract: ETH, tf: 2, roundId: 6 })
    const ids = async (query: Query) => {
      const { rounds } = (await list(query)).body
      return rounds.map(({ tf, roundId }) => `${roundId}:${tf}`)
    }
    expect(await ids({ tf: "1h" })).toEqual(["5:2"])
    expect(await ids({ timeframe: "1" })).toEqual(["1:1"])
    expect(await ids({ timeframe: "15m", tf: "2" })).toEqual(["5:2"])
    expect(await ids({ tf: "24h" })).toEqual([])
    expect(await ids({ token: "eth" })).toEqual(["6:2"])
  })

  test("200: a walk in pages, with a timeframe and without", async () => {
    for (const roundId of [1, 2, 3]) for (const tf of [0, 2, 4]) await insertRound({ tf, roundId })
    const walk = async (query: Query) => {
      const pages: string[][] = []
      let cursor: string | null = null
      do {
        const page: Query = { ...query, ...(cursor && { cursor }) }
        const { rounds, pagination }: Awaited<ReturnType<typeof list>>["body"] = (await list(page))
          .body
        pages.push(rounds.map(({ tf, roundId }) => `${roundId}:${tf}`))
        expect(pagination.hasMore).toBe(pagination.nextCursor !== null)
        cursor = pagination.nextCursor
      } while (cursor)
      return pages
    }
    expect(await walk({ tf: "1h", limit: 2 })).toEqual([["3:2", "2:2"], ["1:2"]])
    expect(await walk({ limit: 4 })).toEqual([
      ["3:0", "3:2", "3:4", "2:0"],
      ["2:2", "2:4", "1:0", "1:2"],
      ["1:4"],
    ])
    expect((await list({ tf: 0, limit: 1 })).body.pagination.nextCursor).toBe("3")
    expect((await list({ limit: 1 })).body.pagination.nextCursor).toBe("3:0")
  })

  test("200: a plain id is a cursor in both lists, as is one that no round has", async () => {
    for (const roundId of [1, 2, 3]) for (const tf of [0, 2]) await insertRound({ tf, roundId })
    const ids = async (query: Query) =>
      (await list(query)).body.rounds.map(({ tf, roundId }) => `${roundId}:${tf}`)
    expect(await ids({ cursor: "2" })).toEqual(["1:0", "1:2"])
    expect(await ids({ cursor: "2:1" })).toEqual(["2:2", "1:0", "1:2"])
    expect(await ids({ cursor: "9223372036854775806", tf: 2 })).toEqual(["3:2", "2:2", "1:2"])
    expect(await ids({ cursor: "0" })).toEqual([])
  })

  test("200: filtered by outcome", async () => {
    for (const roundId of [1, 2, 3, 4, 5]) await insertRound({ roundId })
    await insertEnd("bull_wins", { roundId: 1 })
    await insertEnd("canceled", { roundId: 2, isVoid: true })
    await insertEnd("bear_wins", { roundId: 3 })
    await insertEnd("bull_wins", { roundId: 4 })
    const ids = async (outcome: string, query: Query = {}) =>
      (await list({ outcome, ...query })).body.rounds.map(({ roundId }) => roundId)
    expect(await ids("bull_wins")).toEqual([4, 1])
    expect(await ids("bull_wins", { tf: "5m", cursor: 4 })).toEqual([1])
    expect(await ids("bear_wins", { tf: 0 })).toEqual([3])
    expect(await ids("pending")).toEqual([5])
    const [canceled] = (await list({ outcome: "canceled" })).body.rounds
    expect(canceled).toMatchObject({ settler: null, endPriceUsd8dec: null, endPriceRoundId: null })
    expect(canceled?.settledAt).not.toBeNull()
  })

  test("200: a limit above the maximum is clamped", async () => {
    expect((await list({ limit: 1_000 })).body.pagination.limit).toBe(100)
  })

  test.each([
    ["token", "sol"],
    ["token", "BTC"],
    ["tf", "5"],
    ["tf", "5M"],
    ["tf", ""],
    ["timeframe", "2h"],
    ["outcome", "won"],
    ["limit", "0"],
  ])("400: %s=%s", async (name, value) => {
    expect((await list({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("400: without a token", async () => {
    expect((await call(listRoute, { as })).body).toMatchObject({ details: [{ path: "token" }] })
  })

  test.each([
    [{ cursor: "x" }],
    [{ cursor: "-1" }],
    [{ cursor: "3:5" }],
    [{ cursor: "3:" }],
    [{ cursor: "3:0", tf: 0 }],
    [{ cursor: "99999999999999999999" }],
    // The cursor is checked before the asset.
    [{ cursor: "x", token: "doge" }],
  ])("400: %j was not issued by the list", async (query) => {
    expect((await list(query as Query)).body).toMatchObject({
      code: "INVALID_CURSOR",
      details: [{ path: "cursor" }],
    })
  })

  test("401: without a key, also with a session; 404: an asset without a contract", async () => {
    expect((await call(listRoute, { query: { token: "btc" } })).body.code).toBe("UNAUTHENTICATED")
    const session = await createSession()
    const refusal = await call(listRoute, {
      query: { token: "btc" },
      as: { cookie: session.cookie },
    })
    expect(refusal.body.code).toBe("API_KEY_REQUIRED")
    const missing = await list({ token: "doge" })
    expect([missing.status, missing.body.code]).toEqual([404, "ASSET_NOT_DEPLOYED"])
  })
})

describe("GET /api/v1/updown/rounds/{token}/{tf}/{roundId}", () => {
  test("200: bets and claims in numbers", async () => {
    await insertRound({ tf: 3 })
    const [one, other] = [addressOf(1), addressOf(2)]
    await insertBet({ tf: 3, wallet: one, amount: 30n, shares: 40n })
    await insertBet({ tf: 3, wallet: one, amount: 5n, shares: 6n })
    await insertBet({ tf: 3, wallet: other, amount: 7n, shares: 8n })
    await insertBet({ tf: 3, side: "bear", amount: 20n, shares: 25n })
    await insertEnd("bull_wins", { tf: 3 })
    await insertClaim({ tf: 3, wallet: one, stake: 35n, payout: 50n })
    const { body } = await round({ tf: "4h" })
    const { bets, claims } = body
    expect(body.round).toMatchObject({ tf: 3, roundId: 1, outcome: "bull_wins" })
    expect(body.token).toBe("btc")
    expect(bets).toEqual({
      totalEvents: 4,
      distinctBettors: 3,
      bull: { bettors: 2, stakeUsdb: "42", sharesTotal: "54" },
      bear: { bettors: 1, stakeUsdb: "20", sharesTotal: "25" },
    })
    expect(claims).toEqual({ total: 1, won: 1, refunded: 0, totalPayoutUsdb: "50" })
    expect((await round({ tf: "3" })).body).toEqual(body)
  })

  test("200: refunds of a canceled round", async () => {
    await insertRound()
    await insertBet({ wallet: addressOf(1), amount: 30n })
    await insertBet({ amount: 20n })
    await insertEnd("canceled")
    await insertClaim({ wallet: addressOf(1), payout: 30n, isRefund: true })
    await insertClaim({ payout: 20n, isRefund: true })
    const { body } = await round()
    expect(body.claims).toEqual({ total: 2, won: 0, refunded: 2, totalPayoutUsdb: "50" })
    // Equal prices: a price was there, and decided nothing.
    expect(body.round).toMatchObject({ outcome: "canceled", settler: SETTLER })
  })

  test("200: known by a bet alone, while the round's opening is not indexed", async () => {
    const { startTime } = await insertBet()
    expect((await round()).body.round).toMatchObject({
      startTime: toIso(startTime),
      bullPoolUsdb: `${10n * WAD}`,
    })
  })

  test.each([
    [{ token: "sol" }, "token"],
    [{ tf: "7" }, "tf"],
    [{ tf: "5min" }, "tf"],
    [{ roundId: "x" }, "roundId"],
    [{ roundId: "-1" }, "roundId"],
    [{ roundId: "2147483648" }, "roundId"],
  ])("400: %j", async (params, path) => {
    expect((await round(params)).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path }],
    })
  })

  test("401: without a key; 404: no such round, no such asset", async () => {
    const params = { token: "btc", tf: "0", roundId: "1" }
    expect((await call(roundRoute, { params })).body.code).toBe("UNAUTHENTICATED")
    await insertRound({ tf: 1 })
    for (const missing of [{ tf: "0" }, { tf: "1", roundId: "2" }, { tf: "1", roundId: "0" }])
      expect((await round(missing)).body.code).toBe("ROUND_NOT_FOUND")
    expect((await round({ token: "cake" })).body.code).toBe("ASSET_NOT_DEPLOYED")
  })
})

describe("GET /api/v1/me/updown", () => {
  const own = async () => (await call(walletRoute, { as })).body

  test("200: nothing for a wallet that never bet", async () => {
    await insertBet({ wallet: BETTOR })
    expect(await own()).toEqual({
      ...{ wallet, totalBetEvents: 0, distinctRoundsBet: 0, totalStakeUsdb: "0" },
      ...{ totalPayoutUsdb: "0", netUsdb: "0", wins: 0, losses: 0, refunds: 0 },
      ...{ activeBetsCount: 0, claimableCount: 0, activeBets: [], claimableBets: [] },
    })
  })

  test("200: results, open bets and what can be claimed, of every asset", async () => {
    // Won and claimed; won; lost; canceled; canceled and refunded; open, with two bets.
    await insertBet({ wallet, roundId: 1, amount: 10n })
    await insertEnd("bull_wins", { roundId: 1 })
    await insertClaim({ wallet, roundId: 1, stake: 10n, payout: 14n })
    await insertBet({ wallet, roundId: 2, side: "bear", amount: 20n })
    await insertEnd("bear_wins", { roundId: 2 })
    await insertBet({ wallet, roundId: 3, side: "bear", amount: 30n })
    await insertEnd("bull_wins", { roundId: 3 })
    await insertBet({ wallet, contract: ETH, tf: 2, amount: 40n })
    await insertEnd("canceled", { contract: ETH, tf: 2, isVoid: true })
    await insertBet({ wallet, contract: ETH, tf: 3, amount: 50n })
    await insertEnd("canceled", { contract: ETH, tf: 3 })
    await insertClaim({ wallet, contract: ETH, tf: 3, payout: 50n, isRefund: true })
    const open = await insertBet({ wallet, tf: 4, roundId: 9, amount: 60n })
    await insertBet({ wallet, tf: 4, roundId: 9, amount: 1n })
    expect(await own()).toEqual({
      wallet,
      ...{ totalBetEvents: 7, distinctRoundsBet: 6, totalStakeUsdb: "211", totalPayoutUsdb: "64" },
      ...{ netUsdb: "-147", wins: 2, losses: 1, refunds: 2, activeBetsCount: 1, claimableCount: 2 },
      activeBets: [
        {
          ...{ token: "btc", contract: BTC, tf: 4, roundId: 9, side: "bull", stakeUsdb: "61" },
          ...{ placedAt: toIso(open.time), endTime: toIso(open.endTime) },
          bettingEndsAt: toIso(open.endTime - 8_640),
        },
      ],
      claimableBets: [
        {
          ...{ token: "eth", contract: ETH, tf: 2, roundId: 1, side: "bull", stakeUsdb: "40" },
          outcome: "canceled",
        },
        {
          ...{ token: "btc", contract: BTC, tf: 0, roundId: 2, side: "bear", stakeUsdb: "20" },
          outcome: "bear_wins",
        },
      ],
    })
  })

  test("200: lists of 100, exact counts", async () => {
    for (let roundId = 1; roundId <= 102; roundId++) await insertBet({ wallet, roundId })
    const body = await own()
    expect([body.activeBetsCount, body.activeBets.length]).toEqual([102, 100])
    expect([body.activeBets[0]?.roundId, body.activeBets.at(-1)?.roundId]).toEqual([102, 3])
  })

  test("200 with a session; 401, 403: without credentials, for another wallet", async () => {
    const session = await createSession()
    await insertBet({ wallet: session.address })
    const { body } = await call(walletRoute, { as: { cookie: session.cookie } })
    expect([body.wallet, body.totalBetEvents]).toEqual([session.address, 1])
    expect((await call(walletRoute)).body.code).toBe("UNAUTHENTICATED")
    const headers = { "x-wallet-address": addressOf(1) }
    expect((await call(walletRoute, { as, headers })).body.code).toBe("WALLET_NOT_IN_SESSION")
  })
})
