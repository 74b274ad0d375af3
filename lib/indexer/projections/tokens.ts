import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { MAX_ID } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"
import type { PoolSyncRow, TradeRow } from "@/lib/indexer/event-rows"
import { storeSkeletons } from "@/lib/tokens/names/skeleton-store"

/** Lists new tokens. A project that is known keeps its id; one that is not gets the next. */
export async function listTokens(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  const addresses = [`{${tokens}}`]
  await client.query(
    `insert into project (address)
    select address from unnest($1::text[]) with ordinality as created (address, place)
    where not exists (select 1 from project p where p.address = created.address) order by place`,
    addresses,
  )
  await client.query(
    `insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0,
      base_reserve1, created_at, created_block)
    select c.token, p.id, c.name, c.symbol, c.creator, c.multiplier, c.base_reserve0,
      c.base_reserve1, tx.time, tx.block_number
    from token_creation c join tx on tx.id = c.tx_id join project p on p.address = c.token
    where c.token = any($1::text[])`,
    addresses,
  )
  await storeSkeletons(client, tokens)
}

export type MainToken = {
  address: string
  name: string
  symbol: string
  dev: string
  multiplier: number
  baseReserve0: bigint
  baseReserve1: bigint
  block: number
  time: number
}

/** Lists the main token, which no factory announces: the first project. */
export async function listMainToken(client: ClientBase, token: MainToken): Promise<void> {
  await client.query(
    "insert into project (address) select $1 where not exists (select 1 from project where address = $1)",
    [token.address],
  )
  await client.query(
    `insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0,
      base_reserve1, created_at, created_block)
    select address, id, $2, $3, $4, $5, $6, $7, to_timestamp($8), $9 from project where address = $1
    on conflict (address) do update set name = excluded.name, symbol = excluded.symbol,
      dev = excluded.dev, multiplier = excluded.multiplier, base_reserve0 = excluded.base_reserve0,
      base_reserve1 = excluded.base_reserve1, created_at = excluded.created_at,
      created_block = excluded.created_block`,
    [
      token.address,
      token.name,
      token.symbol,
      token.dev,
      token.multiplier,
      token.baseReserve0,
      token.baseReserve1,
      token.time,
      token.block,
    ],
  )
  await storeSkeletons(client, [token.address])
}

/** Those of the addresses that are listed; all listed tokens without any. */
export async function findListedTokens(client: ClientBase, among?: Iterable<string>) {
  const rows = await readListedTokens({ among: among && [...among] }, client)
  return rows.map(({ address }) => address)
}

const readListedTokens = statement({ among: "text[]?" }, ({ among }) =>
  db
    .selectFrom("token")
    .select("address")
    .where((eb) => eb.and(among ? [eb("address", "=", eb.fn.any(among))] : [])),
)

/** Adds new rows to the counters of their tokens. */
export async function addToTokens(
  client: ClientBase,
  trades: readonly CountedTrade[],
  syncs: readonly CountedSync[],
): Promise<void> {
  const totals = sumTotals(trades, syncs)
  if (totals.length === 0) return
  await client.query(
    `update token t set
      trade_count = t.trade_count + d.trades,
      last_activity_at = greatest(t.last_activity_at, to_timestamp(d.last_trade)),
      sync_id = greatest(t.sync_id, d.sync_id),
      reserve0 = case when d.sync_id > coalesce(t.sync_id, -1) then d.reserve0 else t.reserve0 end,
      reserve1 = case when d.sync_id > coalesce(t.sync_id, -1) then d.reserve1 else t.reserve1 end,
      first_sync_id = least(t.first_sync_id, d.first_id),
      first_reserve1 = case when d.first_id < coalesce(t.first_sync_id, ${MAX_ID})
        then d.first_reserve1 else t.first_reserve1 end
    from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::numeric[], $6::numeric[],
      $7::bigint[], $8::numeric[]) as d (token, trades, last_trade, sync_id, reserve0, reserve1,
      first_id, first_reserve1)
    where t.address = d.token`,
    totalProperties.map((column) => toArrayLiteral(totals, column)),
  )
}

type CountedTrade = Pick<TradeRow, "token" | "time" | "routingLeg">
type CountedSync = Pick<PoolSyncRow, "id" | "token" | "reserve0" | "reserve1">

type TokenTotals = {
  token: string
  trades: number
  lastTrade: number | null
  syncId: number | null
  reserve0: bigint | null
  reserve1: bigint | null
  firstId: number | null
  firstReserve1: bigint | null
}

const totalProperties = [
  "token",
  "trades",
  "lastTrade",
  "syncId",
  "reserve0",
  "reserve1",
  "firstId",
  "firstReserve1",
] satisfies (keyof TokenTotals)[]

const emptyTotals = {
  trades: 0,
  lastTrade: null,
  syncId: null,
  reserve0: null,
  reserve1: null,
  firstId: null,
  firstReserve1: null,
}

function sumTotals(trades: readonly CountedTrade[], syncs: readonly CountedSync[]): TokenTotals[] {
  const byToken = new Map<string, TokenTotals>()
  const of = (token: string) => {
    const existing = byToken.get(token)
    if (existing) return existing
    const fresh = { token, ...emptyTotals }
    byToken.set(token, fresh)
    return fresh
  }
  for (const { token, time, routingLeg } of trades) {
    const totals = of(token)
    if (!routingLeg) totals.trades++
    if (time > (totals.lastTrade ?? -1)) totals.lastTrade = time
  }
  for (const { id, token, reserve0, reserve1 } of syncs) {
    const totals = of(token)
    if (id > (totals.syncId ?? -1)) Object.assign(totals, { syncId: id, reserve0, reserve1 })
    if (totals.firstId === null || id < totals.firstId) {
      Object.assign(totals, { firstId: id, firstReserve1: reserve1 })
    }
  }
  return [...byToken.values()]
}

/** Reads everything but the number of trades and holders again, which are kept by addition. */
export async function refreshTokens(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  await client.query(
    `update token t set last_activity_at = greatest(trades.last, others.last),
      sync_id = latest.id, reserve0 = latest.reserve0, reserve1 = latest.reserve1,
      first_sync_id = first.id, first_reserve1 = first.reserve1
    from unnest($1::text[]) as touched (address)
    left join lateral (
      select max(newest.time) as last from unnest('{0,1,2,3}'::smallint[]) as kind
      cross join lateral (
        select time from trade
        where token = touched.address and type = kind order by id desc limit 1
      ) newest
    ) trades on true
    left join lateral (
      select max(newest.time) as last from (
        (select time from share_trade where token = touched.address order by id desc limit 1)
        union all
        (select time from order_event where token = touched.address order by id desc limit 1)
        union all
        (select time from market_event where token = touched.address order by id desc limit 1)
      ) newest
    ) others on true
    left join lateral (
      select * from pool_sync where token = touched.address order by id desc limit 1
    ) latest on true
    left join lateral (
      select * from pool_sync where token = touched.address order by id limit 1
    ) first on true
    where t.address = touched.address`,
    [`{${tokens}}`],
  )
}

/** Reads everything again. For tokens that have just been listed: they have few rows, mostly none. */
export async function recountTokens(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  await refreshTokens(client, tokens)
  await client.query(
    `update token t set
      trade_count = (select count(*) from trade d where d.token = t.address and not d.routing_leg),
      holder_count = (select count(*) from holder h where h.token = t.address and h.balance > 0)
    where t.address = any($1::text[])`,
    [`{${tokens}}`],
  )
}

/** Takes removed trades out of the counters; the rest follows by `refreshTokens`. */
export async function subtractTrades(
  client: ClientBase,
  trades: readonly Pick<TradeRow, "token" | "routingLeg">[],
) {
  const counts = new Map<string, number>()
  for (const { token, routingLeg } of trades) {
    if (!routingLeg) counts.set(token, (counts.get(token) ?? 0) + 1)
  }
  if (counts.size === 0) return
  await client.query(
    `update token t set trade_count = trade_count - d.trades
    from unnest($1::text[], $2::int[]) as d (token, trades) where t.address = d.token`,
    [`{${[...counts.keys()]}}`, `{${[...counts.values()]}}`],
  )
}
