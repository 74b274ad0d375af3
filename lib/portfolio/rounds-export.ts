import { formatExactAmount } from "@/lib/format"
import { findPositions, type PositionView } from "@/lib/updown/round-views"
import { timeframes } from "@/lib/updown/timeframes"
import { createCsvStream, createJsonStream } from "./export-streams"

/** Rows read at once; the file grows while it is sent, so its length costs no memory. */
const BETS_PER_QUERY = 1_000

export const roundColumns = [
  ...(["asset", "timeframe", "round", "start", "end", "first_bet"] as const),
  ...(["side", "stake_usdb", "outcome", "state", "payout_usdb", "net_usdb"] as const),
  ...(["start_price_usd", "end_price_usd"] as const),
] as const

type BetRow = Record<(typeof roundColumns)[number], string>

/** All bets of a wallet in price rounds as comma-separated values, a row for each round, newest first. */
export function exportRoundsCsv(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createCsvStream(roundColumns, readRows(wallet))
}

/** All bets of a wallet in price rounds as a JSON array of objects with text fields. */
export function exportRoundsJson(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createJsonStream(readRows(wallet))
}

async function* readRows(wallet: string): AsyncGenerator<BetRow> {
  let before: string | undefined
  for (;;) {
    const bets = await findPositions(wallet, { limit: BETS_PER_QUERY, ...(before && { before }) })
    for (const bet of bets) yield toRow(bet)
    if (bets.length < BETS_PER_QUERY) return
    before = bets.at(-1)?.betId
  }
}

/** A field that is unknown or does not apply is empty. */
function toRow({ round, side, stake, state, placedAt, payout, claimable }: PositionView): BetRow {
  const isDecided = state !== "active"
  const pays = payout ?? claimable
  return {
    asset: round.asset,
    timeframe: timeframes[round.tf]?.label ?? "",
    round: `${round.roundId}`,
    start: round.startTime.toISOString(),
    end: round.endTime.toISOString(),
    first_bet: placedAt.toISOString(),
    side: side === "bull" ? "up" : "down",
    stake_usdb: formatExactAmount(stake),
    outcome: round.outcome,
    state,
    payout_usdb: isDecided ? formatExactAmount(pays) : "",
    net_usdb: isDecided ? formatExactAmount(pays - stake) : "",
    start_price_usd: formatPrice(round.startPrice),
    end_price_usd: round.endPrice === null ? "" : formatPrice(round.endPrice),
  }
}

/** Prices have 8 decimals, amounts 18. */
const formatPrice = (price: bigint) => formatExactAmount(price * 10n ** 10n)
