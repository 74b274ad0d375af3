import { z } from "zod"
import { pool } from "@/lib/db/client"
import { findMarkets } from "@/lib/markets/browse/queries"
import { flowIntervals } from "@/lib/markets/kinds"
import { worthOfShares } from "@/lib/markets/positions/math"
import type { MarketCard } from "@/lib/markets/schema"
import { sharesKey } from "./math"
import { units } from "./schema"

/** What shares were worth at one of the times. */
export type ShareWorth = (held: { shares: bigint; cost: bigint }, index: number) => bigint

const flow = z.object({ token: z.string(), outcome: z.int(), time: z.int(), paid: units })

type Flow = z.output<typeof flow>

/** What was paid into each outcome; everything before the first time as one. */
const FLOWS = `
  select token, outcome, greatest(bucket + $2::int, $3::int) as time, sum(paid)::text as paid
  from market_flow where token = any($1::text[]) and interval_seconds = $2::int
    and bucket + $2::int <= $4::int
  group by token, outcome, greatest(bucket + $2::int, $3::int) order by 1, 3`

/**
 * What shares of these outcomes (by `sharesKey`) were worth over ascending times: at the pool's price as of
 * the last complete bucket, after the end what they pay.
 */
export async function shareWorthOver(
  tokens: readonly string[],
  times: readonly number[],
  interval: number,
): Promise<Map<string, ShareWorth>> {
  if (tokens.length === 0) return new Map()
  const bucket = flowIntervals.findLast((each) => each <= interval) ?? flowIntervals[0]
  const [markets, { rows }] = await Promise.all([
    findMarkets(tokens),
    pool().query(FLOWS, [tokens, bucket, times[0], times.at(-1)]),
  ])
  const flows = flow.array().parse(rows)
  return new Map(
    markets.flatMap((market) =>
      worthIn(
        market,
        flows.filter(({ token }) => token === market.address),
        times,
      ),
    ),
  )
}

function worthIn(market: MarketCard, flows: readonly Flow[], times: readonly number[]) {
  const reserves = market.options.map(() => market.baseReserve)
  const end = market.resolvedAt ? market.resolvedAt.getTime() / 1000 : Number.POSITIVE_INFINITY
  let next = 0
  const courses = times.map((time) => {
    for (let each = flows[next]; each && each.time <= time; each = flows[next]) {
      reserves[each.outcome] = (reserves[each.outcome] ?? 0n) + each.paid
      next += 1
    }
    const total = reserves.reduce((sum, reserve) => sum + reserve, 0n)
    return { reserves: [...reserves], total, isFinal: time >= end }
  })
  return market.outcomes.map(({ index: outcome, shares: circulating }) => {
    const worth: ShareWorth = (held, index) => {
      const at = courses[index]
      if (!at) return 0n
      return worthOfShares(held, {
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
