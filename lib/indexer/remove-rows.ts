import { sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { blockOfRow, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { EVERYTHING, touchTopics } from "@/lib/db/topic-versions"
import {
  type EventRow,
  type EventTable,
  eventTableNames,
  type OrderEventRow,
} from "@/lib/events/event-rows"
import { tellObservers } from "@/lib/events/observers"
import { type LoggedRows, type LoggedTable, loggedColumns } from "@/lib/stream-log/entries"
import { type EventsQuery, readEventRows } from "./event-reads"
import { listAgentTopics, refreshAgents } from "./projections/agents"
import { recomputeCandles } from "./projections/candles"
import { moveBalances } from "./projections/holders"
import { refreshLoans } from "./projections/loans"
import { addShares, refreshResolutions, unlistMarkets } from "./projections/markets"
import { refreshOrders } from "./projections/orders"
import { recomputeReferrals } from "./projections/referrals"
import { refreshTokens, subtractTrades } from "./projections/tokens"
import { listUpdownContracts, refreshUpdown } from "./projections/updown"
import { addToVault, refreshVaultPrices } from "./projections/vault"
import { refreshSchedules, removeVestingParties } from "./projections/vesting"
import { refreshWhitelist } from "./projections/whitelist"
import { logRemoval } from "./stream-removal"

/** The rows to remove: those of some transactions, or all above a block. */
type RemovalScope = { txIds: readonly string[] } | { above: number }

/** Removes transactions with their rows, also from all projections. */
export async function removeRows(
  client: ClientBase,
  scope: RemovalScope,
  unlisted: { usdb: string; staking: string },
): Promise<{ tokens: string[] }> {
  const { agentTopics, ...removed } = await readRemovedRows(client, scope)
  const logged = await readLoggedRows(client, scope)
  const queries = dbOn(client)
  for (const table of eventTableNames) {
    const ids = withinScope(scope)(queries.selectFrom(`${table as "transfer"} as f`)).select("f.id")
    await queries
      .deleteFrom(table as "transfer")
      .where("id", "in", ids)
      .execute()
  }
  await removeTransactions(client, scope)

  const { tokenCreation, trade, poolSync, transfer, shareTrade, orderEvent, marketEvent } = removed
  const tokens = distinctTokens([
    ...trade,
    ...poolSync,
    ...transfer,
    ...shareTrade,
    ...orderEvent,
    ...marketEvent,
  ])
  await moveBalances(client, transfer, { sign: -1n, unlisted })
  await subtractTrades(client, trade)
  await recomputeCandles(client, poolSync)
  await addShares(client, { purchases: shareTrade, fills: orderEvent.flatMap(toFills) }, -1n)
  await refreshOrders(client, orderEvent)
  await refreshResolutions(client, distinctTokens(marketEvent))
  await refreshTokens(client, tokens)
  await refreshWhitelist(client, removed.whitelistEvent)
  const { loanEvent, vaultEvent, yieldInjection, vestingEvent } = removed
  await refreshLoans(client, loanEvent)
  await addToVault(client, removed, unlisted, -1n)
  await refreshVaultPrices(client, [...vaultEvent, ...yieldInjection])
  await removeVestingParties(
    client,
    vestingEvent.map(({ id }) => id),
  )
  const { vestingReading, missingState } = removed
  const changed = [...vestingReading, ...missingState].flatMap(({ vestingId }) => vestingId ?? [])
  await refreshSchedules(client, { events: [], schedules: [...new Set(changed)] })
  await refreshUpdown(client, removed)
  await refreshAgents(client, removed.agentEvent)
  await tellObservers((observer) => observer.rowsRemoved(client, removed))
  const { faucetClaim, referrerSet } = removed
  if (faucetClaim.length + referrerSet.length > 0) await recomputeReferrals(client)
  await unlistTokens(client, distinctTokens(tokenCreation))
  await touchTopics(client, [EVERYTHING])
  await logRemoval(client, { rows: logged, ...removedBlocks(scope) })
  const others = [
    ...distinctTokens([...removed.surgeStart, ...removed.surgeEnd]),
    ...listUpdownContracts(removed),
    ...agentTopics,
  ]
  return { tokens: [...new Set([...tokens, ...others])] }
}

/** The columns that describe the removed rows to streams. */
async function readLoggedRows(client: ClientBase, scope: RemovalScope): Promise<LoggedRows> {
  const rows: Partial<Record<LoggedTable, unknown>> = {}
  for (const [name, columns] of Object.entries(loggedColumns)) {
    const table = name as LoggedTable
    rows[table] = await readEventRows(
      client,
      table,
      columns as unknown as ["id"],
      withinScope(scope),
    )
  }
  return rows as LoggedRows
}

const removedBlocks = (scope: RemovalScope) =>
  "above" in scope
    ? { fromBlock: scope.above + 1, isWhole: true }
    : { fromBlock: Math.min(...scope.txIds.map((id) => blockOfRow(+id))), isWhole: false }

const roundKey = ["contract", "tf", "roundId"] as const

/** The columns of the removed rows that projections need. */
async function readRemovedRows(client: ClientBase, scope: RemovalScope) {
  const read = <T extends EventTable, K extends keyof EventRow<T> & string>(
    table: T,
    properties: readonly K[],
    options?: { distinct: boolean },
  ) => readEventRows(client, table, properties, withinScope(scope), options)
  const distinct = { distinct: true }
  const agentEvent = await read("agentEvent", ["agentId", "wallet"], distinct)
  return {
    tokenCreation: await read("tokenCreation", ["token"]),
    trade: await read("trade", ["id", "token", "time", "user", "type", "amountUsdc", "routingLeg"]),
    poolSync: await read("poolSync", ["id", "token", "time", "reserve0", "reserve1"]),
    transfer: await read("transfer", ["token", "from", "to", "value"]),
    whitelistEvent: await read("whitelistEvent", ["token", "wallet"], distinct),
    surgeStart: await read("surgeStart", ["token"], distinct),
    surgeEnd: await read("surgeEnd", ["token"], distinct),
    shareTrade: await read("shareTrade", [
      "id",
      "token",
      "time",
      "buyer",
      "outcome",
      "shares",
      "usdc",
    ]),
    orderEvent: await read("orderEvent", [
      "id",
      "token",
      "time",
      "orderId",
      "kind",
      "outcome",
      "seller",
      "buyer",
      "amount",
      "usdc",
    ]),
    marketEvent: await read("marketEvent", ["token", "wallet"], distinct),
    loanEvent: await read("loanEvent", [
      "id",
      "time",
      "wallet",
      "borrower",
      "loanId",
      "vestingId",
      "source",
      "action",
      "data",
    ]),
    vaultEvent: await read("vaultEvent", ["id", "time", "wallet", "action", "amount"]),
    yieldInjection: await read("yieldInjection", ["id", "time"]),
    vestingEvent: await read("vestingEvent", ["id", "wallet"]),
    vestingReading: await read("vestingReading", ["vestingId", "creator", "beneficiary"], distinct),
    missingState: await read("missingState", ["vestingId"], distinct),
    updownStart: await read("updownStart", roundKey, distinct),
    updownBet: await read("updownBet", ["time", ...roundKey, "wallet", "amount"]),
    updownEnd: await read("updownEnd", roundKey, distinct),
    updownClaim: await read("updownClaim", [...roundKey, "wallet"], distinct),
    agentEvent,
    agentTopics: listAgentTopics({
      agentEvent,
      agentFeedback: await read("agentFeedback", ["agentId"], distinct),
      feedbackRevocation: await read("feedbackRevocation", ["agentId"], distinct),
      feedbackResponse: await read("feedbackResponse", ["agentId"], distinct),
    }),
    faucetClaim: await read("faucetClaim", ["id"]),
    referrerSet: await read("referrerSet", ["id"]),
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
  for (const table of ["token_reading", "token_skeleton"] as const) {
    await queries.deleteFrom(table).where("token", "=", anyOf(tokens)).execute()
  }
}

/** Narrows a query to the rows to remove, through the primary key. */
const withinScope = (scope: RemovalScope) => (events: EventsQuery) => {
  if ("above" in scope) return events.where("f.id", ">=", firstRowAbove(scope.above))
  const size = sql.lit(ROWS_PER_BLOCK)
  const gone = sql<{ id: string }>`unnest(${scope.txIds}::bigint[])`.as<"gone">(sql`gone (id)`)
  return events
    .innerJoin(gone, "gone.id", "f.tx_id")
    .where(({ ref }) => sql<boolean>`${ref("f.id")} >= ${ref("gone.id")} / ${size} * ${size}`)
    .where(({ ref }) => sql<boolean>`${ref("f.id")} < (${ref("gone.id")} / ${size} + 1) * ${size}`)
}

const firstRowAbove = (block: number) => `${(block + 1) * ROWS_PER_BLOCK}`

async function removeTransactions(client: ClientBase, scope: RemovalScope) {
  const queries = dbOn(client)
  if ("above" in scope) {
    await queries.deleteFrom("tx").where("id", ">=", firstRowAbove(scope.above)).execute()
    await queries.deleteFrom("unreadable_log").where("block_number", ">", scope.above).execute()
    return
  }
  const ids = sql<string>`any(${scope.txIds}::bigint[])`
  await queries.deleteFrom("tx").where("id", "=", ids).execute()
}
