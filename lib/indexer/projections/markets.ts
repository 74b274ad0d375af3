import type { ClientBase } from "pg"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"
import type { OrderEventRow, ShareTradeRow } from "@/lib/indexer/event-rows"
import { EARLY_OUTCOME, flowIntervals, orderKinds } from "@/lib/markets/constants"

/** Lists the markets among new tokens, and marks their tokens. Run before their other rows are stored. */
export async function listMarkets(client: ClientBase, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  const addresses = [`{${tokens}}`]
  await client.query(
    `insert into market (token, kind, is_private_event, end_time, options, base_reserve,
      challenge_seconds, voting_seconds, veto_seconds)
    select token, kind, is_private_event, end_time, options, base_reserve,
      challenge_seconds, voting_seconds, veto_seconds
    from market_creation where token = any($1::text[])`,
    addresses,
  )
  await client.query(
    `insert into market_outcome (token, outcome)
    select c.token, place - 1 from market_creation c,
      jsonb_array_elements(c.options) with ordinality as options (name, place)
    where c.token = any($1::text[])`,
    addresses,
  )
  await client.query(
    `update token t set is_prediction = true, prediction_type = c.kind
    from market_creation c where c.token = any($1::text[]) and t.address = c.token`,
    addresses,
  )
}

/** Derived tables with rows of one market each. */
const marketTables = [
  "market",
  "market_outcome",
  "market_flow",
  "market_order",
  "market_order_count",
  "market_day",
  "share_holder",
]

/** Removes markets whose creation is gone. */
export async function unlistMarkets(client: ClientBase, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  for (const table of marketTables) {
    await client.query(`delete from ${table} where token = any($1::text[])`, [`{${tokens}}`])
  }
}

export type Purchase = Pick<
  ShareTradeRow,
  "token" | "time" | "buyer" | "outcome" | "shares" | "usdc"
>
export type Fill = Pick<OrderEventRow, "token" | "outcome" | "seller"> & {
  buyer: string
  amount: bigint
  usdc: bigint
}

/** The fills among events of orders. */
export function findFills(
  events: readonly Pick<
    OrderEventRow,
    "token" | "outcome" | "seller" | "kind" | "buyer" | "amount" | "usdc"
  >[],
): Fill[] {
  return events.flatMap(({ token, outcome, seller, kind, buyer, amount, usdc }) =>
    kind === orderKinds.filled && buyer !== null && amount !== null && usdc !== null
      ? [{ token, outcome, seller, buyer, amount, usdc }]
      : [],
  )
}

/**
 * Adds purchases and fills to their markets, outcomes and holders, or takes them out with `sign` -1.
 * Sums do not mind the order.
 */
export async function addShares(
  client: ClientBase,
  { purchases, fills }: { purchases: readonly Purchase[]; fills: readonly Fill[] },
  sign: 1n | -1n = 1n,
): Promise<void> {
  if (purchases.length + fills.length === 0) return
  const markets = new SumsByKey("token", ["paid", "volume", "trades"])
  const outcomes = new SumsByKey("token,outcome", ["paid", "shares"])
  const holders = new SumsByKey("token,outcome,wallet", ["shares"])
  const flows = new SumsByKey("token,interval,bucket,outcome", ["paid"])
  for (const { token, time, buyer: wallet, outcome, shares, usdc } of purchases) {
    for (const interval of flowIntervals) {
      const bucket = time - (time % interval)
      flows.add({ token, interval, bucket, outcome }, { paid: usdc })
    }
    markets.add({ token }, { paid: usdc, volume: usdc, trades: 1n })
    outcomes.add({ token, outcome }, { paid: usdc, shares })
    holders.add({ token, outcome, wallet }, { shares })
  }
  for (const { token, outcome, seller, buyer, amount, usdc } of fills) {
    markets.add({ token }, { volume: usdc, trades: 1n })
    holders.add({ token, outcome, wallet: buyer }, { shares: amount })
    holders.add({ token, outcome, wallet: seller }, { shares: -amount })
  }
  await addToMarkets(client, markets.rows(sign))
  await addToOutcomes(client, outcomes.rows(sign))
  await moveShares(client, holders.rows(sign))
  await addToFlows(client, flows.rows(sign))
}

type SumKey = Record<string, string | number>

/** Sums of amounts by key, in the order of the keys so that locks are taken in one order. */
class SumsByKey<N extends string> {
  private readonly sums = new Map<string, { key: SumKey; amounts: Map<N, bigint> }>()

  constructor(
    private readonly key: string,
    private readonly names: readonly N[],
  ) {}

  add(key: SumKey, amounts: Partial<Record<N, bigint>>) {
    const text = this.key
      .split(",")
      .map((name) => key[name])
      .join()
    const sum = this.sums.get(text) ?? { key, amounts: new Map<N, bigint>() }
    this.sums.set(text, sum)
    for (const name of this.names) {
      sum.amounts.set(name, (sum.amounts.get(name) ?? 0n) + (amounts[name] ?? 0n))
    }
  }

  rows(sign: bigint): Record<string, unknown>[] {
    const sorted = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([, { key, amounts }]) => {
      const signed = [...amounts].map(([name, amount]) => [name, amount * sign])
      return { ...key, ...Object.fromEntries(signed) }
    })
  }
}

type SumRows = readonly Record<string, unknown>[]

async function addToMarkets(client: ClientBase, rows: SumRows) {
  await client.query(
    `update market m set paid_in = paid_in + d.paid, volume = m.volume + d.volume,
      trade_count = trade_count + d.trades
    from unnest($1::text[], $2::numeric[], $3::numeric[], $4::int[]) as d (token, paid, volume, trades)
    where m.token = d.token`,
    ["token", "paid", "volume", "trades"].map((column) => toArrayLiteral(rows, column)),
  )
}

async function addToOutcomes(client: ClientBase, rows: SumRows) {
  if (rows.length === 0) return
  await client.query(
    `update market_outcome o set paid = o.paid + d.paid, shares = o.shares + d.shares
    from unnest($1::text[], $2::smallint[], $3::numeric[], $4::numeric[])
      as d (token, outcome, paid, shares)
    where o.token = d.token and o.outcome = d.outcome`,
    ["token", "outcome", "paid", "shares"].map((column) => toArrayLiteral(rows, column)),
  )
}

async function addToFlows(client: ClientBase, rows: SumRows) {
  if (rows.length === 0) return
  const columns = ["token", "interval", "bucket", "outcome", "paid"]
  const values = columns.map((column) => toArrayLiteral(rows, column))
  await client.query(
    `insert into market_flow as f (token, interval_seconds, bucket, outcome, paid)
    select * from unnest($1::text[], $2::int[], $3::int[], $4::smallint[], $5::numeric[])
      as d (token, seconds, bucket, outcome, paid)
    on conflict (token, interval_seconds, bucket, outcome) do update
      set paid = f.paid + excluded.paid`,
    values,
  )
  await client.query(
    `delete from market_flow f using unnest($1::text[], $2::int[], $3::int[], $4::smallint[])
      as d (token, seconds, bucket, outcome)
    where f.token = d.token and f.interval_seconds = d.seconds and f.bucket = d.bucket
      and f.outcome = d.outcome and f.paid = 0`,
    values.slice(0, 4),
  )
}

async function moveShares(client: ClientBase, rows: SumRows) {
  const columns = ["token", "outcome", "wallet", "shares"].map((column) =>
    toArrayLiteral(rows, column),
  )
  await client.query(
    `insert into share_holder as h (token, outcome, wallet, shares)
    select * from unnest($1::text[], $2::smallint[], $3::text[], $4::numeric[])
      as d (token, outcome, wallet, shares)
    on conflict (token, outcome, wallet) do update set shares = h.shares + excluded.shares`,
    columns,
  )
  await client.query(
    `delete from share_holder h using unnest($1::text[], $2::smallint[], $3::text[])
      as d (token, outcome, wallet)
    where h.token = d.token and h.outcome = d.outcome and h.wallet = d.wallet and h.shares = 0`,
    columns.slice(0, 3),
  )
}

/**
 * Works the resolution of these markets out anew from their events. EARLY resets it: what counts is
 * what came after the last reset. A reset next to a final outcome only tidies up.
 */
export async function refreshResolutions(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  await client.query(
    `update market m set round = coalesce(resets.count, 0),
      proposed_outcome = p.outcome, proposer = p.wallet, proposed_at = p.time,
      disputed_outcome = d.outcome, disputer = d.wallet, disputed_at = d.time,
      veto_outcome = v.outcome, vetoer = v.wallet, vetoed_at = v.time,
      first_vote_at = votes.first, final_outcome = r.outcome, resolved_at = r.time,
      invalidated_at = i.time
    from unnest($1::text[]) as touched (token)
    left join lateral (select count(*)::int as count, max(id) as last from market_event e
      where e.token = touched.token and e.action = 'dispute_reset' and not exists (
        select 1 from market_event end_ where end_.token = e.token and end_.action = 'resolve'
          and end_.tx_id = e.tx_id and end_.outcome <> ${EARLY_OUTCOME}
      )) resets on true
    left join lateral (${latestEvent("propose")}) p on true
    left join lateral (${latestEvent("dispute")}) d on true
    left join lateral (${latestEvent("veto")}) v on true
    left join lateral (select min(time) as first from market_event e
      where e.token = touched.token and e.action = 'vote' and e.id > coalesce(resets.last, -1)
    ) votes on true
    left join lateral (${latestEvent("resolve")}) r on true
    left join lateral (${latestEvent("invalidate")}) i on true
    where m.token = touched.token`,
    [`{${tokens}}`],
  )
}

const latestEvent = (action: string) => `select outcome, wallet, time from market_event e
  where e.token = touched.token and e.action = '${action}' and e.id > coalesce(resets.last, -1)
  order by id desc limit 1`

/** Brings the newest activity of markets up to date with rows that have just been stored. */
export async function updateLastActivity(
  client: ClientBase,
  rows: readonly TokenActivity[],
): Promise<void> {
  const last = new Map<string, number>()
  for (const { token, time } of rows) last.set(token, Math.max(time, last.get(token) ?? 0))
  if (last.size === 0) return
  await client.query(
    `update token t set last_activity_at = greatest(t.last_activity_at, to_timestamp(d.time))
    from unnest($1::text[], $2::bigint[]) as d (token, time) where t.address = d.token`,
    [`{${[...last.keys()]}}`, `{${[...last.values()]}}`],
  )
}

export type TokenActivity = { token: string; time: number }
