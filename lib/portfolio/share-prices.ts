import { z } from "zod"
import { pool } from "@/lib/db/client"
import { flowIntervals } from "@/lib/markets/constants"
import { findMarkets } from "@/lib/markets/list-queries"
import { valueShares } from "@/lib/markets/positions/math"
import type { MarketCard } from "@/lib/markets/schema"
import { sharesKey } from "./math"
import { baseUnits } from "./schema"

/** What shares were worth at one of the times. */
export type ShareValueAt = (held: { shares: bigint; cost: bigint }, index: number) => bigint

const flowRow = z.object({ token: z.string(), outcome: z.int(), time: z.int(), paid: baseUnits })

type FlowRow = z.output<typeof flowRow>

/** What was paid into each outcome; everything before the first time as one. */
const PAID_IN = `
  select token, outcome, greatest(bucket + $2::int, $3::int) as time, sum(paid)::text as paid
  from market_flow where token = any($1::text[]) and interval_seconds = $2::int
    and bucket + $2::int <= $4::int
  group by token, outcome, greatest(bucket + $2::int, $3::int) order by 1, 3`

/**
 * What shares of these outcomes (by `sharesKey`) were worth over ascending times: at the pool's price as of
 * the last complete bucket, after the end what they pay.
 */
export async function findShareValues(
  tokens: readonly string[],
  times: readonly number[],
  interval: number,
): Promise<Map<string, ShareValueAt>> {
  if (tokens.length === 0) return new Map()
  const bucket = flowIntervals.findLast((each) => each <= interval) ?? flowIntervals[0]
  const [markets, { rows }] = await Promise.all([
    findMarkets(tokens),
    pool().query(PAID_IN, [tokens, bucket, times[0], times.at(-1)]),
  ])
  const flows = flowRow.array().parse(rows)
  return new Map(
    markets.flatMap((market) =>
      toShareValues(
        market,
        flows.filter(({ token }) => token === market.address),
        times,
      ),
    ),
  )
}

function toShareValues(market: MarketCard, flows: readonly FlowRow[], times: readonly number[]) {
  const reserves = market.options.map(() => market.baseReserve)
  const end = market.resolvedAt ? market.resolvedAt.getTime() / 1000 : Number.POSITIVE_INFINITY
  let next = 0
  const poolStates = times.map((time) => {
    for (let each = flows[next]; each && each.time <= time; each = flows[next]) {
      reserves[each.outcome] = (reserves[each.outcome] ?? 0n) + each.paid
      next += 1
    }
    const total = reserves.reduce((sum, reserve) => sum + reserve, 0n)
    return { reserves: [...reserves], total, isFinal: time >= end }
  })
  return market.outcomes.map(({ index: outcome, shares: circulating }) => {
    const worth: ShareValueAt = (held, index) => {
      const at = poolStates[index]
      if (!at) return 0n
      return valueShares(held, {
        reserve: at.reserves[outcome] ?? 0n,
        total: at.total,
        circulating,
        paidIn: market.paidIn,
        hasWon: at.isFinal ? market.finalOutcome === outcome : null,
        isRefunding: at.isFinal && market.invalidatedAt !== null,
      })
    }
    return [sharesKey(market.address, outcome), worth] as const
  })
}
