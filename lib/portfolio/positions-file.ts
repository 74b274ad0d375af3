import { exactAmount } from "@/lib/format"
import { averageCost } from "@/lib/markets/positions/math"
import { findPositions, type MarketPositions, type Position } from "@/lib/markets/positions/queries"
import { outcomeName } from "@/lib/markets/words"
import { csvOf, jsonOf } from "./files"

/** Amounts with `market_` are of the whole market, and repeat in the row of each outcome. */
const columns = [
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

type Row = Record<(typeof columns)[number], string>

/** All shares a wallet holds as comma-separated values, the most recently active market first. */
export function positionsCsv(wallet: string): ReadableStream<Uint8Array> {
  return csvOf(columns, allPositions(wallet))
}

/** All shares a wallet holds as a JSON array of objects with text fields. */
export function positionsJson(wallet: string): ReadableStream<Uint8Array> {
  return jsonOf(allPositions(wallet))
}

async function* allPositions(wallet: string): AsyncGenerator<Row> {
  for (const of of await findPositions(wallet)) {
    for (const position of of.positions) yield rowOf(of, position)
  }
}

/** What is unknown or does not apply is empty. */
function rowOf({ market, redeemable, redeemed }: MarketPositions, of: Position): Row {
  const { address, name, status, options, finalOutcome, resolvedAt, lastActivityAt } = market
  const isFinal = resolvedAt !== null
  return {
    market: address,
    question: name,
    status,
    outcome: `${of.outcome}`,
    outcome_name: outcomeName(options, of.outcome),
    shares: exactAmount(of.shares),
    shares_in_orders: exactAmount(of.locked),
    cost_usdb: exactAmount(of.cost),
    average_cost_usdb: exactAmount(averageCost(of)),
    value_usdb: exactAmount(redeemed === null ? of.value : 0n),
    payout_if_it_wins_usdb: isFinal ? "" : exactAmount(of.payout),
    realised_usdb: exactAmount(of.realised),
    final_outcome: isFinal && finalOutcome !== null ? outcomeName(options, finalOutcome) : "",
    market_redeemable_usdb: redeemable === null ? "" : exactAmount(redeemable),
    market_redeemed_usdb: redeemed === null ? "" : exactAmount(redeemed),
    last_activity: lastActivityAt?.toISOString() ?? "",
  }
}
