import type { ClientBase } from "pg"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { markCreations, markEarnings } from "@/lib/profiles/points/due"
import { recomputeCandles } from "./derived/candles"
import { moveBalances } from "./derived/holders"
import {
  addShares,
  type Fill,
  type Purchase,
  refreshResolutions,
  unlistMarkets,
} from "./derived/markets"
import { type OrderKey, refreshOrders } from "./derived/orders"
import { recomputeReferrals } from "./derived/referrals"
import { refreshTokens, subtractTrades } from "./derived/tokens"
import { refreshWhitelist } from "./derived/whitelist"
import { sqlNames } from "./facts"

/** Which rows go: those of some transactions, or everything above a block. */
type What = { txIds: readonly string[] } | { above: number }

/** Removes transactions with their facts and takes them out of everything derived. */
export async function removeRows(
  client: ClientBase,
  what: What,
  { usdb }: { usdb: string },
): Promise<{ tokens: string[] }> {
  const { from, values } = selection(what)
  const read = async <R extends object>(table: string, columns: string) => {
    const text = `select ${columns} from ${from(table)}`
    return (await client.query<R & Record<string, unknown>>(text, values)).rows
  }
  const creations = await read<{ token: string }>("token_creation", "f.token")
  const trades = await read<Trade>(
    "trade",
    `f.id, f.token, extract(epoch from f.time)::bigint as time, f."user", f.type,
      f.amount_usdc as "amountUsdc", f.routing_leg as "routingLeg"`,
  )
  const syncs = await read<Sync>(
    "pool_sync",
    "f.id, f.token, extract(epoch from f.time)::bigint as time, f.reserve0, f.reserve1",
  )
  const transfers = await read<Transfer>("transfer", 'f.token, f."from", f."to", f.value')
  const entries = await read<{ token: string; wallet: string }>(
    "whitelist_event",
    "distinct f.token, f.wallet",
  )
  const surges = [
    ...(await read<{ token: string }>("surge_start", "distinct f.token")),
    ...(await read<{ token: string }>("surge_end", "distinct f.token")),
  ]
  const purchases = await read<Sold>(
    "share_trade",
    "f.id, f.token, extract(epoch from f.time)::bigint as time, f.buyer, f.outcome, f.shares, f.usdc",
  )
  const orders = await read<Changed>(
    "order_event",
    `f.id, f.token, extract(epoch from f.time)::bigint as time, f.order_id as "orderId", f.outcome,
      f.seller, f.buyer, f.amount, f.usdc`,
  )
  const events = await read<{ token: string }>("market_event", "distinct f.token")
  const claims = await read<{ id: string }>("faucet_claim", "f.id")
  const referrers = await read<{ id: string }>("referrer_set", "f.id")

  for (const table of sqlNames) {
    await client.query(`delete from ${table} where id in (select f.id from ${from(table)})`, values)
  }
  await removeTransactions(client, what)

  const tokens = distinct([...trades, ...syncs, ...transfers, ...purchases, ...orders, ...events])
  await moveBalances(client, transfers.map(amounts), { sign: -1n, unlisted: usdb })
  await subtractTrades(client, trades)
  await recomputeCandles(client, syncs.map(reserves))
  const shares = { purchases: purchases.map(bought), fills: orders.flatMap(filled) }
  await addShares(client, shares, -1n)
  await refreshOrders(client, orders)
  await refreshResolutions(client, distinct(events))
  await refreshTokens(client, tokens)
  await refreshWhitelist(client, entries)
  await markEarnings(client, { trades: trades.map(traded), ...shares })
  await markCreations(client, distinct(creations))
  if (claims.length + referrers.length > 0) await recomputeReferrals(client)
  await unlistMarkets(client, distinct(creations))
  const unlisted = [`{${distinct(creations)}}`]
  await client.query("delete from token where address = any($1::text[])", unlisted)
  await client.query("delete from token_reading where token = any($1::text[])", unlisted)
  return { tokens: [...new Set([...tokens, ...distinct(surges)])] }
}

type Trade = Record<"id" | "token" | "time" | "user" | "amountUsdc", string> & {
  type: number
  routingLeg: boolean
}
type Sync = Record<"id" | "token" | "time" | "reserve0" | "reserve1", string>
type Transfer = Record<"token" | "from" | "to" | "value", string>

type Sold = Record<"id" | "token" | "time" | "buyer" | "shares" | "usdc", string> & {
  outcome: number
}
type Changed = OrderKey & {
  id: string
  time: string
  outcome: number
  seller: string
  buyer: string | null
  amount: string | null
  usdc: string | null
}

const traded = ({ id, time, amountUsdc, ...row }: Trade) => ({
  ...row,
  id: Number(id),
  time: Number(time),
  amountUsdc: BigInt(amountUsdc),
})

const bought = ({ id, shares, usdc, time, ...row }: Sold): Purchase & { id: number } => ({
  ...row,
  id: Number(id),
  time: Number(time),
  shares: BigInt(shares),
  usdc: BigInt(usdc),
})

/** Only fills have a buyer. */
const filled = ({ id, time, buyer, amount, usdc, ...row }: Changed): Removed[] => {
  if (!buyer || !amount || !usdc) return []
  const place = { id: Number(id), time: Number(time) }
  return [{ ...row, ...place, buyer, amount: BigInt(amount), usdc: BigInt(usdc) }]
}

type Removed = Fill & { id: number; time: number }

const distinct = (rows: readonly { token: string }[]) => [
  ...new Set(rows.map(({ token }) => token)),
]

const amounts = (row: Transfer) => ({ ...row, value: BigInt(row.value) })

const reserves = ({ id, token, time, reserve0, reserve1 }: Sync) => ({
  id: +id,
  token,
  time: +time,
  reserve0: BigInt(reserve0),
  reserve1: BigInt(reserve1),
})

/** The rows of a fact table that go, found through its primary key. */
function selection(what: What) {
  if ("above" in what) {
    const from = (table: string) => `${table} f where f.id >= $1`
    return { from, values: [(what.above + 1) * ROWS_PER_BLOCK] as unknown[] }
  }
  const from = (table: string) => `unnest($1::bigint[]) gone
    join ${table} f on f.tx_id = gone
      and f.id >= gone / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}
      and f.id < (gone / ${ROWS_PER_BLOCK} + 1) * ${ROWS_PER_BLOCK}`
  return { from, values: [`{${what.txIds}}`] as unknown[] }
}

async function removeTransactions(client: ClientBase, what: What) {
  if ("above" in what) {
    await client.query("delete from tx where id >= $1", [(what.above + 1) * ROWS_PER_BLOCK])
    await client.query("delete from unreadable_log where block_number > $1", [what.above])
  } else {
    await client.query("delete from tx where id = any($1::bigint[])", [`{${what.txIds}}`])
  }
}
