import type { ClientBase } from "pg"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { markCreationsDue, markEarnersDue } from "@/lib/profiles/points/due"
import { eventTableNames } from "./event-rows"
import { recomputeCandles } from "./projections/candles"
import { moveBalances } from "./projections/holders"
import {
  addShares,
  type Fill,
  type Purchase,
  refreshResolutions,
  unlistMarkets,
} from "./projections/markets"
import { type OrderKey, refreshOrders } from "./projections/orders"
import { recomputeReferrals } from "./projections/referrals"
import { refreshTokens, subtractTrades } from "./projections/tokens"
import { refreshWhitelist } from "./projections/whitelist"

/** Which rows go: those of some transactions, or everything above a block. */
type RemovalScope = { txIds: readonly string[] } | { above: number }

/** Removes transactions with their facts and takes them out of everything derived. */
export async function removeRows(
  client: ClientBase,
  what: RemovalScope,
  { usdb }: { usdb: string },
): Promise<{ tokens: string[] }> {
  const { from, values } = buildSelection(what)
  const read = async <R extends object>(table: string, columns: string) => {
    const text = `select ${columns} from ${from(table)}`
    return (await client.query<R & Record<string, unknown>>(text, values)).rows
  }
  const creations = await read<{ token: string }>("token_creation", "f.token")
  const trades = await read<RemovedTrade>(
    "trade",
    `f.id, f.token, extract(epoch from f.time)::bigint as time, f."user", f.type,
      f.amount_usdc as "amountUsdc", f.routing_leg as "routingLeg"`,
  )
  const syncs = await read<RemovedSync>(
    "pool_sync",
    "f.id, f.token, extract(epoch from f.time)::bigint as time, f.reserve0, f.reserve1",
  )
  const transfers = await read<RemovedTransfer>("transfer", 'f.token, f."from", f."to", f.value')
  const entries = await read<{ token: string; wallet: string }>(
    "whitelist_event",
    "distinct f.token, f.wallet",
  )
  const surges = [
    ...(await read<{ token: string }>("surge_start", "distinct f.token")),
    ...(await read<{ token: string }>("surge_end", "distinct f.token")),
  ]
  const purchases = await read<RemovedPurchase>(
    "share_trade",
    "f.id, f.token, extract(epoch from f.time)::bigint as time, f.buyer, f.outcome, f.shares, f.usdc",
  )
  const orders = await read<RemovedOrderEvent>(
    "order_event",
    `f.id, f.token, extract(epoch from f.time)::bigint as time, f.order_id as "orderId", f.outcome,
      f.seller, f.buyer, f.amount, f.usdc`,
  )
  const events = await read<{ token: string }>("market_event", "distinct f.token")
  const claims = await read<{ id: string }>("faucet_claim", "f.id")
  const referrers = await read<{ id: string }>("referrer_set", "f.id")

  for (const table of eventTableNames) {
    await client.query(`delete from ${table} where id in (select f.id from ${from(table)})`, values)
  }
  await removeTransactions(client, what)

  const tokens = distinctTokens([
    ...trades,
    ...syncs,
    ...transfers,
    ...purchases,
    ...orders,
    ...events,
  ])
  await moveBalances(client, transfers.map(toTransfer), { sign: -1n, unlisted: usdb })
  await subtractTrades(client, trades)
  await recomputeCandles(client, syncs.map(toSync))
  const shares = { purchases: purchases.map(toPurchase), fills: orders.flatMap(toFills) }
  await addShares(client, shares, -1n)
  await refreshOrders(client, orders)
  await refreshResolutions(client, distinctTokens(events))
  await refreshTokens(client, tokens)
  await refreshWhitelist(client, entries)
  await markEarnersDue(client, { trades: trades.map(toTrade), ...shares })
  await markCreationsDue(client, distinctTokens(creations))
  if (claims.length + referrers.length > 0) await recomputeReferrals(client)
  await unlistMarkets(client, distinctTokens(creations))
  const unlisted = [`{${distinctTokens(creations)}}`]
  await client.query("delete from token where address = any($1::text[])", unlisted)
  await client.query("delete from token_reading where token = any($1::text[])", unlisted)
  return { tokens: [...new Set([...tokens, ...distinctTokens(surges)])] }
}

type RemovedTrade = Record<"id" | "token" | "time" | "user" | "amountUsdc", string> & {
  type: number
  routingLeg: boolean
}
type RemovedSync = Record<"id" | "token" | "time" | "reserve0" | "reserve1", string>
type RemovedTransfer = Record<"token" | "from" | "to" | "value", string>

type RemovedPurchase = Record<"id" | "token" | "time" | "buyer" | "shares" | "usdc", string> & {
  outcome: number
}
type RemovedOrderEvent = OrderKey & {
  id: string
  time: string
  outcome: number
  seller: string
  buyer: string | null
  amount: string | null
  usdc: string | null
}

const toTrade = ({ id, time, amountUsdc, ...row }: RemovedTrade) => ({
  ...row,
  id: Number(id),
  time: Number(time),
  amountUsdc: BigInt(amountUsdc),
})

const toPurchase = ({
  id,
  shares,
  usdc,
  time,
  ...row
}: RemovedPurchase): Purchase & { id: number } => ({
  ...row,
  id: Number(id),
  time: Number(time),
  shares: BigInt(shares),
  usdc: BigInt(usdc),
})

/** Only fills have a buyer. */
const toFills = ({ id, time, buyer, amount, usdc, ...row }: RemovedOrderEvent): RemovedFill[] => {
  if (!buyer || !amount || !usdc) return []
  const place = { id: Number(id), time: Number(time) }
  return [{ ...row, ...place, buyer, amount: BigInt(amount), usdc: BigInt(usdc) }]
}

type RemovedFill = Fill & { id: number; time: number }

const distinctTokens = (rows: readonly { token: string }[]) => [
  ...new Set(rows.map(({ token }) => token)),
]

const toTransfer = (row: RemovedTransfer) => ({ ...row, value: BigInt(row.value) })

const toSync = ({ id, token, time, reserve0, reserve1 }: RemovedSync) => ({
  id: +id,
  token,
  time: +time,
  reserve0: BigInt(reserve0),
  reserve1: BigInt(reserve1),
})

/** The rows of a fact table that go, found through its primary key. */
function buildSelection(what: RemovalScope) {
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

async function removeTransactions(client: ClientBase, what: RemovalScope) {
  if ("above" in what) {
    await client.query("delete from tx where id >= $1", [(what.above + 1) * ROWS_PER_BLOCK])
    await client.query("delete from unreadable_log where block_number > $1", [what.above])
  } else {
    await client.query("delete from tx where id = any($1::bigint[])", [`{${what.txIds}}`])
  }
}
