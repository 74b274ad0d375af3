import type { ClientBase } from "pg"
import { DAY_START_ID, selectPriceDayAgo } from "@/lib/tokens/list/day-change"

/** The shortest pause between two computations, and the longest part of the time they may take. */
const MIN_INTERVAL_MS = 3_000
const MAX_LOAD = 0.05

/** Keeps `token_day` and `market_day` a few seconds old: lists of many tokens are sorted by it. */
export class LastDayUpdater {
  private nextAt = 0

  constructor(private readonly client: ClientBase) {}

  async refresh(): Promise<void> {
    const startedAt = performance.now()
    if (startedAt < this.nextAt) return
    await refreshLastDay(this.client)
    const endedAt = performance.now()
    this.nextAt = endedAt + Math.max(MIN_INTERVAL_MS, (endedAt - startedAt) / MAX_LOAD)
  }
}

/**
 * Works the last 24 hours of all tokens out anew from trades, reserves and candles, so that nothing a
 * reorganisation removed can stay in them. Only rows that differ are written.
 */
export async function refreshLastDay(client: Pick<ClientBase, "query">): Promise<void> {
  await refreshTokenDay(client)
  await refreshMarketDay(client)
}

/**
 * The same for markets. An outcome's probability a day ago is that of the last purchase before: its
 * reserve then, and the sum of all reserves then, are the present ones less what was paid in since.
 */
async function refreshMarketDay(client: Pick<ClientBase, "query">) {
  await client.query(
    `with bought as materialized (
      select token, outcome, sum(usdc) as paid, count(*)::int as trades
      from share_trade where time >= now() - interval '24 hours' group by token, outcome
    ), filled as materialized (
      select token, sum(usdc) as paid, count(*)::int as trades
      from order_event where time >= now() - interval '24 hours' and kind = 1
      group by token
    ), sums as (
      select token, sum(paid) as paid, sum(trades)::int as trades from bought group by token
    ), moves as (
      select o.token, (m.base_reserve + o.paid) / (m.base_reserve * jsonb_array_length(m.options) + m.paid_in)
        - (m.base_reserve + o.paid - coalesce(b.paid, 0))
        / (m.base_reserve * jsonb_array_length(m.options) + m.paid_in - s.paid) as move
      from sums s join market m using (token) join market_outcome o using (token)
      left join bought b on b.token = o.token and b.outcome = o.outcome
    ), largest as (
      select distinct on (token) token, move from moves order by token, abs(move) desc
    ), day as (
      select token, coalesce(s.paid, 0) + coalesce(f.paid, 0) as volume,
        coalesce(s.trades, 0) + coalesce(f.trades, 0) as trades,
        coalesce(l.move, 0)::float8 as moved
      from sums s full join filled f using (token) left join largest l using (token)
    ), gone as (
      delete from market_day old where not exists (select 1 from day where day.token = old.token)
    )
    insert into market_day as kept (token, volume, trades, moved)
    select token, volume, trades, moved from day order by token
    on conflict (token) do update
      set volume = excluded.volume, trades = excluded.trades, moved = excluded.moved
      where (kept.volume, kept.trades, kept.moved)
        is distinct from (excluded.volume, excluded.trades, excluded.moved)`,
  )
}

async function refreshTokenDay(client: Pick<ClientBase, "query">) {
  await client.query(
    `with day as materialized (
      select token, coalesce(sum(amount_usdc) filter (where not routing_leg), 0) as volume,
        (count(*) filter (where not routing_leg))::int as trades
      from trade where id >= ${DAY_START_ID} group by token
    ), gone as (
      delete from token_day old where not exists (select 1 from day where day.token = old.token)
    )
    insert into token_day as kept (token, volume, trades, moved)
    select day.token, day.volume, day.trades, case when t.reserve0 > 0
      then (t.reserve1::numeric(160, 60) / t.reserve0 / nullif(before.price, 0))::float8 end
    from day join token t on t.address = day.token
    cross join lateral (select ${selectPriceDayAgo("t.address")} as price) before
    order by day.token
    on conflict (token) do update
      set volume = excluded.volume, trades = excluded.trades, moved = excluded.moved
      where (kept.volume, kept.trades, kept.moved)
        is distinct from (excluded.volume, excluded.trades, excluded.moved)`,
  )
}
