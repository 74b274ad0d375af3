import { sql } from "kysely"

/** Parts of a losing pool that are the winners', each rounded down as in `splitLosingPool`. */
const prizeOf = (pool: "r.bull_pool" | "r.bear_pool") => {
  const losing = sql.ref(pool)
  return sql`${losing} - div(${losing} * 200, 10000) - div(${losing} * 300, 10000) + r.seed_paid`
}

/** The payout of a decided position `p` of a round `r`, collected or not: the twin of `claimOf`. */
export const payoutColumn = sql<string>`case
  when p.payout is not null then p.payout
  when p.outcome = 3 then p.stake
  when p.outcome <> p.side then 0
  when p.side = 1 then p.stake + div(p.shares * (${prizeOf("r.bear_pool")}), r.shares_bull)
  else p.stake + div(p.shares * (${prizeOf("r.bull_pool")}), r.shares_bear)
end`
