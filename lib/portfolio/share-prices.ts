import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { flowIntervals } from "@/lib/markets/constants"
import { findMarkets } from "@/lib/markets/list-queries"
import { valueShares } from "@/lib/markets/positions/math"
import type { MarketCard } from "@/lib/markets/schema"
import { sharesKey } from "./math"

/** Value of shares at one of the times. */
export type ShareValueAt = (held: { shares: bigint; cost: bigint }, index: number) => bigint

/** The USDB paid into each outcome by the end of each bucket; everything before `first` is one row. */
const selectPaidIn = statement(
  { tokens: "text[]", interval: "integer", first: "integer", last: "integer" },
  ({ tokens, interval, first, last }) =>
    db
      .selectFrom("market_flow")
      .select(({ ref }) => [
        "token",
        "outcome",
        sql<number>`greatest(${ref("bucket")} + ${interval}, ${first})`.as("time"),
        sql<string>`sum(${ref("paid")})::text`.as("paid"),
      ])
      .where("token", "=", sql<string>`any(${tokens})`)
      .where("interval_seconds", "=", interval)
      .where(({ ref }) => sql<boolean>`${ref("bucket")} + ${interval} <= ${last}`)
      .groupBy(sql`1, 2, 3`)
      .orderBy(sql`1, 3`),
)

type FlowRow = Awaited<ReturnType<typeof selectPaidIn>>[number]

/**
 * The value of shares of these outcomes (by `sharesKey`) at ascending times: at the pool's price of the last complete
 * bucket; after the resolution, their payout.
 */
export async function findShareValues(
  tokens: readonly string[],
  times: readonly number[],
  interval: number,
): Promise<Map<string, ShareValueAt>> {
  if (tokens.length === 0) return new Map()
  const bucket = flowIntervals.findLast((each) => each <= interval) ?? flowIntervals[0]
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const [markets, flows] = await Promise.all([
    findMarkets(tokens),
    selectPaidIn({ tokens, interval: bucket, first, last }),
  ])
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
      reserves[each.outcome] = (reserves[each.outcome] ?? 0n) + BigInt(each.paid)
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
