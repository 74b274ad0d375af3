import { beforeEach, describe, expect, test } from "vitest"
import * as ownRoute from "@/app/api/internal/rounds/own/route"
import * as pricesRoute from "@/app/api/internal/rounds/prices/route"
import * as recordRoute from "@/app/api/internal/rounds/record/route"
import * as roundsRoute from "@/app/api/internal/rounds/route"
import { WAD } from "@/lib/units"
import { payoutOf } from "@/lib/updown/math"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables } from "@/tests/helpers/rows"
import {
  BETTOR,
  BTC,
  insertBet,
  insertClaim,
  insertEnd,
  insertRound,
  toIso,
} from "@/tests/helpers/updown-rows"

beforeEach(emptyTables)

const rival = addressOf(1)

/** A round in which the wallet has bet 10 on up at odd shares and somebody else 7 on down. */
async function insertBets(roundId: number) {
  const round = await insertRound({ roundId, seedBonus: 3n })
  await insertBet({ roundId, amount: 10n * WAD, shares: 13n * WAD + 1n })
  await insertBet({ roundId, wallet: addressOf(2), amount: 4n * WAD, shares: 3n * WAD })
  await insertBet({ roundId, wallet: rival, side: "bear", amount: 7n * WAD, shares: 9n * WAD })
  return round
}

const won = payoutOf(
  { stake: 10n * WAD, shares: 13n * WAD + 1n, side: "bull" },
  {
    ...{ bullPool: 14n * WAD, bearPool: 7n * WAD, seedBonus: 3n },
    ...{ sharesBull: 16n * WAD + 1n, sharesBear: 9n * WAD },
  },
)

describe("GET /api/internal/rounds/own", () => {
  const ask = (wallet: string) => call(ownRoute, { query: { wallet } })
  const bet = { asset: "btc", contract: BTC, tf: 0, side: "bull", stake: `${10n * WAD}` }

  test("200: open bets, and what pays and is not collected", async () => {
    const open = await insertBets(4)
    for (const roundId of [1, 2, 3]) await insertBets(roundId)
    await insertEnd("bull_wins", { roundId: 1, seedPaid: 3n })
    await insertEnd("canceled", { roundId: 2 })
    await insertEnd("bull_wins", { roundId: 3, seedPaid: 3n })
    await insertClaim({ roundId: 3, stake: 10n * WAD, payout: won })
    const { status, body } = await ask(BETTOR)
    expect(status).toBe(200)
    expect(body).toEqual({
      open: [{ ...bet, roundId: 4, endTime: toIso(open.endTime) }],
      paying: [
        { ...bet, roundId: 2, outcome: "canceled", payout: `${10n * WAD}` },
        { ...bet, roundId: 1, outcome: "bull_wins", payout: `${won}` },
      ],
    })
  })

  test("200: nothing of a wallet without bets; 400: no wallet", async () => {
    expect((await ask(BETTOR)).body).toEqual({ open: [], paying: [] })
    expect((await ask("nobody")).status).toBe(400)
  })
})

describe("GET /api/internal/rounds/record", () => {
  const ask = (query: Record<string, string>) =>
    call(recordRoute, { query: { wallet: BETTOR, asset: "btc", timeframe: "5m", ...query } })

  test("200: decided rounds of one timeframe, collected or not, to the wei", async () => {
    for (const roundId of [1, 2, 3, 4, 5]) await insertBets(roundId)
    await insertEnd("bull_wins", { roundId: 1, seedPaid: 3n })
    await insertEnd("bear_wins", { roundId: 2, seedPaid: 3n })
    await insertEnd("canceled", { roundId: 3 })
    await insertEnd("bull_wins", { roundId: 4, seedPaid: 3n })
    await insertClaim({ roundId: 4, stake: 10n * WAD, payout: won })
    await insertRound({ tf: 1 })
    await insertBet({ tf: 1 })
    await insertEnd("bear_wins", { tf: 1 })
    expect((await ask({})).body).toEqual({
      ...{ wins: 2, losses: 1, refunds: 1 },
      ...{ stake: `${40n * WAD}`, payout: `${2n * won + 10n * WAD}` },
    })
    expect((await ask({ wallet: rival })).body).toMatchObject({ wins: 1, losses: 2, refunds: 1 })
    expect((await ask({ timeframe: "15m" })).body).toMatchObject({ wins: 0, losses: 1 })
  })

  test("200: zeros without bets; 404: no contract; 400: no timeframe", async () => {
    const zeros = { wins: 0, losses: 0, refunds: 0, stake: "0", payout: "0" }
    expect((await ask({})).body).toEqual(zeros)
    expect(await ask({ asset: "doge" })).toMatchObject({
      status: 404,
      body: { code: "ASSET_NOT_DEPLOYED" },
    })
    expect((await ask({ timeframe: "7m" })).status).toBe(400)
  })
})

describe("without a node", () => {
  test("200: the rounds are unknown, and there are no prices", async () => {
    expect((await call(roundsRoute, { query: {} })).body).toEqual({ view: null })
    const since = `${Math.floor(Date.now() / 1_000)}`
    expect((await call(pricesRoute, { query: { asset: "btc", since } })).body).toEqual({
      points: [],
    })
    expect((await call(pricesRoute, { query: { asset: "btc", since: "-1" } })).status).toBe(400)
  })
})
