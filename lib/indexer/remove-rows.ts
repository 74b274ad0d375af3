import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { markCreationsDue, markEarnersDue } from "@/lib/profiles/points/due"
import { readEventRows } from "./event-reads"
import {
  type EventRow,
  type EventTable,
  eventTableNames,
  type OrderEventRow,
  tableNameOf,
} from "./event-rows"
import { recomputeCandles } from "./projections/candles"
import { moveBalances } from "./projections/holders"
import { addShares, refreshResolutions, unlistMarkets } from "./projections/markets"
import { refreshOrders } from "./projections/orders"
import { recomputeReferrals } from "./projections/referrals"
import { refreshTokens, subtractTrades } from "./projections/tokens"
import { refreshWhitelist } from "./projections/whitelist"

/** Which rows go: those of some transactions, or everything above a block. */
type RemovalScope = { txIds: readonly string[] } | { above: number }

/** Removes transactions with their rows and takes them out of all projections. */
export async function removeRows(
  client: ClientBase,
  scope: RemovalScope,
  { usdb }: { usdb: string },
): Promise<{ tokens: string[] }> {
  const { from, values } = buildSelection(scope)
  const removed = await readRemovedRows(client, scope)
  for (const table of eventTableNames) {
    await client.query(`delete from ${table} where id in (select f.id from ${from(table)})`, [
      ...values,
    ])
  }
  await removeTransactions(client, scope)

  const { creations, trades, syncs, transfers, purchases, orders, marketEvents } = removed
  const tokens = distinctTokens([
    ...trades,
    ...syncs,
    ...transfers,
    ...purchases,
    ...orders,
    ...marketEvents,
  ])
  await moveBalances(client, transfers, { sign: -1n, unlisted: usdb })
  await subtractTrades(client, trades)
  await recomputeCandles(client, syncs)
  const shares = { purchases, fills: orders.flatMap(toFills) }
  await addShares(client, shares, -1n)
  await refreshOrders(client, orders)
  await refreshResolutions(client, distinctTokens(marketEvents))
  await refreshTokens(client, tokens)
  await refreshWhitelist(client, removed.whitelistEvents)
  await markEarnersDue(client, { trades, ...shares })
  await markCreationsDue(client, distinctTokens(creations))
  if (removed.referrals.length > 0) await recomputeReferrals(client)
  await unlistTokens(client, distinctTokens(creations))
  return { tokens: [...new Set([...tokens, ...distinctTokens(removed.surges)])] }
}

/** What the projections need to know of the rows that go. */
async function readRemovedRows(client: ClientBase, scope: RemovalScope) {
  const { from, values } = buildSelection(scope)
  const read = <T extends EventTable, K extends keyof EventRow<T> & string>(
    table: T,
    properties: readonly K[],
    { distinct = false }: { distinct?: boolean } = {},
  ) =>
    readEventRows(client, table, properties, { from: from(tableNameOf(table)), values, distinct })
  const distinct = { distinct: true }
  return {
    creations: await read("tokenCreation", ["token"]),
    trades: await read("trade", [
      "id",
      "token",
      "time",
      "user",
      "type",
      "amountUsdc",
      "routingLeg",
    ]),
    syncs: await read("poolSync", ["id", "token", "time", "reserve0", "reserve1"]),
    transfers: await read("transfer", ["token", "from", "to", "value"]),
    whitelistEvents: await read("whitelistEvent", ["token", "wallet"], distinct),
    surges: [
      ...(await read("surgeStart", ["token"], distinct)),
      ...(await read("surgeEnd", ["token"], distinct)),
    ],
    purchases: await read("shareTrade", [
      "id",
      "token",
      "time",
      "buyer",
      "outcome",
      "shares",
      "usdc",
    ]),
    orders: await read("orderEvent", [
      "id",
      "token",
      "time",
      "orderId",
      "outcome",
      "seller",
      "buyer",
      "amount",
      "usdc",
    ]),
    marketEvents: await read("marketEvent", ["token"], distinct),
    referrals: [...(await read("faucetClaim", ["id"])), ...(await read("referrerSet", ["id"]))],
  }
}

type OrderRow = Pick<
  OrderEventRow,
  "id" | "time" | "token" | "outcome" | "seller" | "buyer" | "amount" | "usdc"
>

/** Only fills have a buyer. */
const toFills = ({ buyer, amount, usdc, ...row }: OrderRow) =>
  buyer !== null && amount !== null && usdc !== null ? [{ ...row, buyer, amount, usdc }] : []

const distinctTokens = (rows: readonly { token: string }[]) => [
  ...new Set(rows.map(({ token }) => token)),
]

async function unlistTokens(client: ClientBase, tokens: readonly string[]) {
  await unlistMarkets(client, tokens)
  if (tokens.length === 0) return
  const queries = dbOn(client)
  await queries.deleteFrom("token").where("address", "=", anyOf(tokens)).execute()
  await queries.deleteFrom("token_reading").where("token", "=", anyOf(tokens)).execute()
}

/** The rows of a raw table that go, found through its primary key. */
function buildSelection(scope: RemovalScope) {
  if ("above" in scope) {
    const from = (table: string) => `${table} f where f.id >= $1`
    return { from, values: [(scope.above + 1) * ROWS_PER_BLOCK] as unknown[] }
  }
  const from = (table: string) => `unnest($1::bigint[]) gone
    join ${table} f on f.tx_id = gone
      and f.id >= gone / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}
      and f.id < (gone / ${ROWS_PER_BLOCK} + 1) * ${ROWS_PER_BLOCK}`
  return { from, values: [`{${scope.txIds}}`] as unknown[] }
}

async function removeTransactions(client: ClientBase, scope: RemovalScope) {
  const queries = dbOn(client)
  if ("above" in scope) {
    const first = `${(scope.above + 1) * ROWS_PER_BLOCK}`
    await queries.deleteFrom("tx").where("id", ">=", first).execute()
    await queries.deleteFrom("unreadable_log").where("block_number", ">", scope.above).execute()
    return
  }
  await client.query("delete from tx where id = any($1::bigint[])", [`{${scope.txIds}}`])
}
