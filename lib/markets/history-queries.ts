import type { Selectable } from "kysely"
import { coalesce } from "@/lib/async/coalesce"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { MarketFlowTable } from "@/lib/generated/database"
import type { MarketCard } from "@/lib/markets/schema"

export const historyRanges = ["6h", "1d", "1w", "1m", "all"] as const
type HistoryRange = (typeof historyRanges)[number]

/** Probabilities of all outcomes in the order of their ids, from 0 to 1, at a time in Unix milliseconds. */
export type ProbabilityPoint = { time: number; values: number[] }

/** Length of a range and of its buckets, in seconds. */
const rangeBuckets: Record<Exclude<HistoryRange, "all">, { span: number; bucket: number }> = {
  "6h": { span: 21_600, bucket: 300 },
  "1d": { span: 86_400, bucket: 300 },
  "1w": { span: 7 * 86_400, bucket: 3_600 },
  "1m": { span: 31 * 86_400, bucket: 3_600 },
}

/** Bucket sizes of the range "all" by the age of the market, in seconds. */
const lifetimeBuckets = [
  { upTo: 2 * 86_400, bucket: 300 },
  { upTo: 45 * 86_400, bucket: 3_600 },
  { upTo: Number.POSITIVE_INFINITY, bucket: 86_400 },
]

type FlowRow = Pick<Selectable<MarketFlowTable>, "bucket" | "outcome" | "paid">

const readFlows = statement(
  { token: "text", interval: "integer", from: "integer" },
  ({ token, interval, from }) =>
    db
      .selectFrom("market_flow")
      .select(["bucket", "outcome", "paid"])
      .where("token", "=", token)
      .where("interval_seconds", "=", interval)
      .where("bucket", ">=", from)
      .orderBy("bucket")
      .orderBy("outcome"),
)

/**
 * The probability history of a market: a point at the start of the range, one after each bucket with purchases, and one
 * for now or the resolution.
 */
export function findProbabilityHistory(
  market: MarketCard,
  range: HistoryRange,
): Promise<ProbabilityPoint[]> {
  return coalesce(`history:${market.address}:${range}`, () => readProbabilityHistory(market, range))
}

async function readProbabilityHistory(
  market: MarketCard,
  range: HistoryRange,
): Promise<ProbabilityPoint[]> {
  const createdAt = Math.floor(market.createdAt.getTime() / 1000)
  // The clock of the chain may be ahead of the server's.
  const end = Math.max(createdAt, Math.floor((market.resolvedAt ?? new Date()).getTime() / 1000))
  const { span, bucket } =
    range === "all" ? findLifetimeBucket(end - createdAt) : rangeBuckets[range]
  const from = Math.max(createdAt, end - span)
  const flows = await readFlows({
    token: market.address,
    interval: bucket,
    from: from - (from % bucket),
  })
  return buildPoints(market, flows, { from, end, bucket })
}

function findLifetimeBucket(age: number) {
  const bucket = lifetimeBuckets.find(({ upTo }) => age <= upTo)?.bucket ?? 86_400
  return { span: age, bucket }
}

type HistoryBounds = { from: number; end: number; bucket: number }

function buildPoints(
  market: MarketCard,
  flows: readonly FlowRow[],
  { from, end, bucket }: HistoryBounds,
) {
  // Backwards from the current reserves: nothing before the range is read.
  const reserves = market.outcomes.map(({ reserve }) => reserve)
  const points: ProbabilityPoint[] = [{ time: end * 1000, values: toProbabilities(reserves) }]
  for (let i = flows.length - 1; i >= 0; ) {
    const start = flows[i]?.bucket ?? 0
    const after = Math.min(start + bucket, end)
    points.push({ time: after * 1000, values: toProbabilities(reserves) })
    for (; i >= 0 && flows[i]?.bucket === start; i--) {
      const flow = flows[i]
      if (flow) reserves[flow.outcome] = (reserves[flow.outcome] ?? 0n) - BigInt(flow.paid)
    }
    const before = flows[i]?.bucket
    // The probability is constant until the bucket begins.
    if (before === undefined || before + bucket < start) {
      const until = Math.min(Math.max(start, from), end)
      points.push({ time: until * 1000, values: toProbabilities(reserves) })
    }
  }
  if ((points.at(-1)?.time ?? 0) > from * 1000) {
    points.push({ time: from * 1000, values: toProbabilities(reserves) })
  }
  return points.reverse()
}

/** Doubles have enough digits for a chart. */
function toProbabilities(reserves: readonly bigint[]) {
  const numbers = reserves.map(Number)
  const total = numbers.reduce((sum, value) => sum + value, 0)
  return numbers.map((value) => Math.round((value / total) * 1e5) / 1e5)
}
