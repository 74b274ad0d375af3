import { insertRows } from "@/lib/events/bulk-writes"
import { refreshUpdown } from "@/lib/indexer/projections/updown"
import { WAD } from "@/lib/units"
import { type Outcome, outcomes, type Side, toSideNumber } from "@/lib/updown/constants"
import { timeframes } from "@/lib/updown/timeframes"
import { withClient } from "./loan-rows"
import { addressOf, insertTx } from "./rows"

/** Rows of price rounds as the indexer leaves them; what is derived is derived by its own code. */

export const BTC = addressOf(0xb7c)
export const ETH = addressOf(0xe78)

// Read on first use.
const book = JSON.parse(process.env.CONTRACTS ?? "{}")
process.env.CONTRACTS = JSON.stringify({
  ...book,
  upDown: { ...book.upDown, btc: BTC, eth: ETH },
})

export const BETTOR = addressOf(0xbe7)
export const SETTLER = addressOf(0x5e7)

type RoundPlace = { contract?: string; tf?: number; roundId?: number; time?: Date }

const FIRST_START = Date.UTC(2026, 5, 1) / 1_000

/** Rounds follow each other from 2026-06-01 on. */
function startOf({ contract = BTC, tf = 0, roundId = 1 }: RoundPlace) {
  const { seconds } = timeframes[tf] ?? timeframes[0]
  const startTime = FIRST_START + (roundId - 1) * seconds
  const times = { startTime, endTime: startTime + seconds }
  return {
    key: { contract, tf, roundId },
    start: { ...times, startPrice: 9_500_000_000_000n, seedBonus: 0n },
  }
}

export const toIso = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** A log of a transaction of its own. */
async function placeOf(seconds: number, time = new Date(seconds * 1_000)) {
  const tx = await insertTx({ time })
  return { id: Number(tx.id), txId: Number(tx.txId), time: +tx.time / 1_000 }
}

export async function insertRound(round: RoundPlace & { seedBonus?: bigint } = {}) {
  const { key, start } = startOf(round)
  const row = {
    ...(await placeOf(start.startTime, round.time)),
    ...{ ...key, ...start, seedBonus: round.seedBonus ?? 0n },
  }
  await withClient(async (client) => {
    await insertRows(client, "updown_start", [row])
    await refreshUpdown(client, { ...NO_ROWS, updownStart: [row] })
  })
  return row
}

type NewBet = RoundPlace & { wallet?: string; side?: Side; amount?: bigint; shares?: bigint }

export async function insertBet(bet: NewBet = {}) {
  const { key, start } = startOf(bet)
  const { wallet = BETTOR, side = "bull", amount = 10n * WAD, shares = amount } = bet
  const row = {
    ...(await placeOf(start.startTime + 1, bet.time)),
    ...{ ...key, ...start, wallet, side: toSideNumber(side), amount, shares },
  }
  await withClient(async (client) => {
    await insertRows(client, "updown_bet", [row])
    await refreshUpdown(client, { ...NO_ROWS, updownBet: [row] })
  })
  return row
}

/** The end of a round: by a price, or without one. */
export async function insertEnd(
  outcome: Outcome,
  ending: RoundPlace & { isVoid?: boolean; seedPaid?: bigint } = {},
) {
  const { key, start } = startOf(ending)
  const isVoid = ending.isVoid ?? false
  const change = { bull_wins: 1n, bear_wins: -1n, canceled: 0n, pending: 0n }[outcome]
  const row = {
    ...(await placeOf(start.endTime + 5, ending.time)),
    ...{ ...key, ...start, outcome: outcomes.indexOf(outcome) },
    settler: isVoid ? null : SETTLER,
    endPrice: isVoid ? null : start.startPrice + change,
    endPriceRoundId: isVoid ? null : (1n << 64n) + 7n,
    seedPaid: ending.seedPaid ?? 0n,
  }
  await withClient(async (client) => {
    await insertRows(client, "updown_end", [row])
    await refreshUpdown(client, { ...NO_ROWS, updownEnd: [row] })
  })
  return row
}

type NewClaim = RoundPlace & { wallet?: string; stake?: bigint; payout: bigint; isRefund?: boolean }

export async function insertClaim(claim: NewClaim) {
  const { key, start } = startOf(claim)
  const { wallet = BETTOR, payout, stake = payout, isRefund = false } = claim
  const row = {
    ...(await placeOf(start.endTime + 60, claim.time)),
    ...{ ...key, wallet, isRefund, stake, payout },
  }
  await withClient(async (client) => {
    await insertRows(client, "updown_claim", [row])
    await refreshUpdown(client, { ...NO_ROWS, updownClaim: [row] })
  })
  return row
}

const NO_ROWS = { updownStart: [], updownBet: [], updownEnd: [], updownClaim: [] }
