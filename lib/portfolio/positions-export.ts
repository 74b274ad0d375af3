import { formatExactAmount } from "@/lib/format"
import { toOutcomeName } from "@/lib/markets/labels"
import { computeAverageCost } from "@/lib/markets/positions/math"
import { findPositions, type MarketPositions, type Position } from "@/lib/markets/positions/queries"
import { createCsvStream, createJsonStream } from "./export-streams"

/** Columns with `market_` are of the whole market and repeat in the row of each outcome. */
export const positionColumns = [
  "market",
  "question",
  "status",
  "outcome",
  "outcome_name",
  "shares",
  "shares_in_orders",
  "cost_usdb",
  "average_cost_usdb",
  "value_usdb",
  "payout_if_it_wins_usdb",
  "realised_usdb",
  "final_outcome",
  "market_redeemable_usdb",
  "market_redeemed_usdb",
  "last_activity",
] as const

type PositionRow = Record<(typeof positionColumns)[number], string>

/** All shares a wallet holds as comma-separated values, the most recently active market first. */
export function exportPositionsCsv(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createCsvStream(positionColumns, readPositions(wallet))
}

/** All shares a wallet holds as a JSON array of objects with text fields. */
export function exportPositionsJson(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createJsonStream(readPositions(wallet))
}

async function* readPositions(wallet: string): AsyncGenerator<PositionRow> {
  for (const of of await findPositions(wallet)) {
    for (const position of of.positions) yield toRow(of, position)
  }
}

/** A field that is unknown or does not apply is empty. */
function toRow({ market, redeemable, redeemed }: MarketPositions, of: Position): PositionRow {
  const { address, name, status, options, finalOutcome, resolvedAt, lastActivityAt } = market
  const isFinal = resolvedAt !== null
  return {
    market: address,
    question: name,
    status,
    outcome: `${of.outcome}`,
    outcome_name: toOutcomeName(options, of.outcome),
    shares: formatExactAmount(of.shares),
    shares_in_orders: formatExactAmount(of.locked),
    cost_usdb: formatExactAmount(of.cost),
    average_cost_usdb: formatExactAmount(computeAverageCost(of)),
    value_usdb: formatExactAmount(redeemed === null ? of.value : 0n),
    payout_if_it_wins_usdb: isFinal ? "" : formatExactAmount(of.payout),
    realised_usdb: formatExactAmount(of.realised),
    final_outcome: isFinal && finalOutcome !== null ? toOutcomeName(options, finalOutcome) : "",
    market_redeemable_usdb: redeemable === null ? "" : formatExactAmount(redeemable),
    market_redeemed_usdb: redeemed === null ? "" : formatExactAmount(redeemed),
    last_activity: lastActivityAt?.toISOString() ?? "",
  }
}
