import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as detailRoute from "@/app/api/v1/tokens/[address]/route"
import * as listRoute from "@/app/api/v1/tokens/route"
import { createKey } from "@/lib/auth/api-keys"
import { EARLY_OUTCOME, INVALID_OUTCOME } from "@/lib/markets/constants"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertMarketEvent, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

let as: { key: string }

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(emptyTables)

const detail = async (address: string) =>
  (await call(detailRoute, { params: { address }, as })).body.data
const list = async (query: Record<string, string | boolean> = {}) =>
  (await call(listRoute, { query, as })).body.data

/** Whole seconds, as block times are. */
const ago = (seconds: number) => new Date((Math.floor(Date.now() / 1_000) - seconds) * 1_000)
const later = (time: Date, seconds: number) =>
  new Date(time.getTime() + seconds * 1_000).toISOString()

const NOTHING = {
  bettable: true,
  poolOpen: true,
  round: 0,
  proposedOutcome: null,
  proposer: null,
  proposedAt: null,
  challengeEndsAt: null,
  disputedOutcome: null,
  disputer: null,
  disputedAt: null,
  votingEndsAt: null,
  vetoEndsAt: null,
  vetoOutcome: null,
  vetoer: null,
  vetoedAt: null,
  finalOutcome: null,
  resolvedAt: null,
}

describe("markets in GET /api/v1/tokens/{address}", () => {
  test("200: a new market's fields", async () => {
    const endTime = new Date("2100-01-01T00:00:00.000Z")
    const options = ["Kelp", 'Sea "grass"', "Neither"]
    const market = await insertMarket({ endTime, options })
    expect(await detail(market.address)).toMatchObject({
      multiplier: 100,
      isPrediction: true,
      predictionType: "public",
      predictionStatus: "active",
      endTime: endTime.toISOString(),
      eventType: "public",
      predictionOptions: options.map((name, index) => ({ index, name })),
      lastActivityAt: null,
      projectedVetted: null,
      resolution: NOTHING,
    })
  })

  test("200: private markets, open to all and to admitted wallets; an open end", async () => {
    const open = await insertMarket({ kind: "private" })
    expect(await detail(open.address)).toMatchObject({
      predictionType: "private",
      eventType: "public",
      endTime: null,
      predictionStatus: "active",
    })
    const club = await insertMarket({ kind: "private", isPrivateEvent: true })
    expect(await detail(club.address)).toMatchObject({
      predictionType: "private",
      eventType: "private",
    })
  })

  test("200: the state follows the clock alone", async () => {
    const endTime = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 1_000)
    const { address } = await insertMarket({ endTime })
    const state = async () => (await detail(address)).predictionStatus
    await expect.poll(state, { timeout: 20_000, interval: 100 }).toBe("awaiting_proposal")
    expect(Date.now()).toBeGreaterThanOrEqual(endTime.getTime())
  })

  test("200: proposed, disputed, vetoed and resolved, with every fact", async () => {
    const { address: token } = await insertMarket({ endTime: ago(9_000) })
    const status = async () => (await detail(token)).predictionStatus
    expect(await status()).toBe("awaiting_proposal")

    const [proposer, disputer, vetoer] = [addressOf(11), addressOf(12), addressOf(13)]
    const proposedAt = ago(3_000)
    const step = { token, wallet: proposer, outcome: 0 }
    await insertMarketEvent({ ...step, action: "propose", time: proposedAt })
    expect(await detail(token)).toMatchObject({
      predictionStatus: "proposed_closed",
      lastActivityAt: proposedAt.toISOString(),
      resolution: {
        ...NOTHING,
        poolOpen: false,
        proposedOutcome: 0,
        proposer,
        proposedAt: proposedAt.toISOString(),
        challengeEndsAt: later(proposedAt, 1_800),
      },
    })

    const disputedAt = ago(2_000)
    const bond = { amount: 5n * WAD, outcome: 1 }
    await insertMarketEvent({
      token,
      wallet: disputer,
      action: "dispute",
      time: disputedAt,
      ...bond,
    })
    expect(await status()).toBe("veto_window")

    const vetoedAt = ago(100)
    await insertMarketEvent({ token, wallet: vetoer, action: "veto", outcome: 0, time: vetoedAt })
    expect(await status()).toBe("vetoed")

    const resolvedAt = ago(10)
    await insertMarketEvent({ token, action: "resolve", outcome: 1, time: resolvedAt })
    expect(await detail(token)).toMatchObject({
      predictionStatus: "resolved",
      lastActivityAt: resolvedAt.toISOString(),
      resolution: {
        bettable: false,
        round: 0,
        proposedOutcome: 0,
        proposer,
        proposedAt: proposedAt.toISOString(),
        challengeEndsAt: later(proposedAt, 1_800),
        disputedOutcome: 1,
        disputer,
        disputedAt: disputedAt.toISOString(),
        votingEndsAt: later(disputedAt, 1_800),
        vetoEndsAt: later(disputedAt, 3_600),
        vetoOutcome: 0,
        vetoer,
        vetoedAt: vetoedAt.toISOString(),
        finalOutcome: 1,
        resolvedAt: resolvedAt.toISOString(),
      },
    })
  })

  test("200: an early reset clears the round's facts and counts it", async () => {
    const { address: token } = await insertMarket()
    await insertMarketEvent({ token, action: "propose", outcome: 0, time: ago(9_000) })
    await insertMarketEvent({ token, action: "dispute", outcome: EARLY_OUTCOME, time: ago(8_000) })
    await insertMarketEvent({ token, action: "vote", outcome: EARLY_OUTCOME, time: ago(7_000) })
    expect((await detail(token)).resolution?.disputedOutcome).toBe(EARLY_OUTCOME)
    await insertMarketEvent({ token, action: "dispute_reset", time: ago(50) })
    expect(await detail(token)).toMatchObject({
      predictionStatus: "active",
      resolution: { ...NOTHING, round: 1 },
    })
  })

  test.each([
    ["before", 1, 2],
    ["after", 2, 1],
  ])(
    "200: a reset %s the outcome of the same transaction clears nothing",
    async (_, first, second) => {
      const { address: token } = await insertMarket()
      const proposedAt = ago(9_000)
      await insertMarketEvent({ token, action: "propose", outcome: 0, time: proposedAt })
      const { number } = await insertMarketEvent({ token, action: "dispute", outcome: 1 })
      const end = { token, number: number + 1 }
      await insertMarketEvent({ ...end, log: first, action: "dispute_reset" })
      await insertMarketEvent({ ...end, log: second, action: "resolve", outcome: 1 })
      expect(await detail(token)).toMatchObject({
        predictionStatus: "resolved",
        resolution: { round: 0, proposedAt: proposedAt.toISOString(), finalOutcome: 1 },
      })
    },
  )

  test("200: a private market's vote ends its window; invalid ends the bets", async () => {
    const { address: token } = await insertMarket({ kind: "private" })
    const votedAt = ago(100)
    await insertMarketEvent({ token, action: "vote", outcome: 0, time: votedAt })
    expect(await detail(token)).toMatchObject({
      predictionStatus: "voting",
      resolution: { ...NOTHING, poolOpen: false, votingEndsAt: later(votedAt, 900) },
    })
    await insertMarketEvent({ token, action: "invalidate", amount: 0n, time: ago(5) })
    await insertMarketEvent({ token, action: "resolve", outcome: INVALID_OUTCOME, time: ago(5) })
    expect(await detail(token)).toMatchObject({
      predictionStatus: "invalidated",
      resolution: { bettable: false, finalOutcome: INVALID_OUTCOME },
    })
  })
})

describe("markets in GET /api/v1/tokens", () => {
  test("200: type, state and last activity; tokens have neither", async () => {
    const token = await insertToken()
    const ended = await insertMarket({ endTime: ago(5) })
    const club = await insertMarket({ kind: "private", endTime: ago(5) })
    const { time } = await insertPurchase({ token: club.address, time: ago(3) })
    const rows = await list()
    expect(
      rows.map(({ address, predictionType, predictionStatus, lastActivityAt }) => [
        address,
        predictionType,
        predictionStatus,
        lastActivityAt,
      ]),
    ).toEqual([
      [club.address, "private", "voting", time.toISOString()],
      [ended.address, "public", "awaiting_proposal", null],
      [token.address, null, null, null],
    ])
  })

  test("200: isPrediction tells markets from tokens, and search finds them", async () => {
    const token = await insertToken({ name: "Rain coin" })
    const market = await insertMarket({ name: "Will it rain?" })
    const addresses = async (query: Record<string, string | boolean>) =>
      (await list(query)).map(({ address }) => address)
    expect(await addresses({ isPrediction: true })).toEqual([market.address])
    expect(await addresses({ isPrediction: false })).toEqual([token.address])
    expect(await addresses({ search: "RAIN", isPrediction: true })).toEqual([market.address])
  })
})
