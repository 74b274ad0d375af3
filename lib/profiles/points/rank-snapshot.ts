import { sql } from "kysely"
import type { Client } from "./due"

/**
 * Stores the ranks at 00:00 UTC of today, once a day. They follow from `points_day` at any later time, while nothing is
 * due.
 */
export async function storeRankSnapshot(client: Client): Promise<void> {
  const stored = await client.query(`select 1 from rank_snapshot where day = ${TODAY_UTC} limit 1`)
  if (stored.rowCount !== 0) return
  await client.query(
    `with totals as (
      select wallet, trunc(sum(own + referral)) as total, max(reached_at) as reached_at
      from points_day where day < ${TODAY_UTC} group by wallet
    ), ranks as (
      select wallet, row_number() over (order by total desc, reached_at, wallet) as rank
      from totals where total > 0
    ), gone as (
      delete from rank_snapshot where wallet not in (select wallet from ranks)
    )
    insert into rank_snapshot (wallet, day, rank) select wallet, ${TODAY_UTC}, rank from ranks
    on conflict (wallet) do update set day = excluded.day, rank = excluded.rank`,
  )
}

/** The current UTC day. */
export const todayUtc = sql<Date>`(now() at time zone 'UTC')::date`

export const TODAY_UTC = "(now() at time zone 'UTC')::date"
