import type { Selectable } from "kysely"
import type { Database } from "@/lib/generated/database"

/**
 * The raw tables: one row per event of the chain, never changed afterwards. Only prisma/schema describes them; the
 * indexer's rows have the same columns in camel case. Listed in the order in which they are written.
 */
export const eventTableNames = [
  "token_creation",
  "trade",
  "pool_sync",
  "transfer",
  "whitelist_event",
  "surge_start",
  "surge_end",
  "market_creation",
  "share_trade",
  "order_event",
  "market_event",
  "loan_event",
  "vault_event",
  "yield_injection",
  "vesting_event",
  "vesting_reading",
  "missing_state",
  "updown_start",
  "updown_bet",
  "updown_end",
  "updown_claim",
  "agent_event",
  "agent_feedback",
  "feedback_revocation",
  "feedback_response",
  "faucet_claim",
  "referrer_set",
] as const satisfies readonly (keyof Database)[]

type TableName = (typeof eventTableNames)[number]

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S

/** Ids and times (Unix seconds) are numbers, amounts are bigint, JSON is text, bytes are hexadecimal. */
type Value<T> = T extends null
  ? null
  : T extends Date
    ? number
    : T extends string
      ? "__column" extends keyof T
        ? "int8" extends T["__column" & keyof T]
          ? number
          : bigint
        : T
      : T extends number | boolean
        ? T
        : string

/** A row of a table as the indexer writes it. */
export type WrittenRow<T extends keyof Database> = {
  [C in keyof Selectable<Database[T]> as C extends string ? CamelCase<C> : never]: Value<
    Selectable<Database[T]>[C]
  >
}

/** Block time of events whose tables have no time; their projections store it. */
type Timed = { time: number }

type Rows = {
  [T in TableName as CamelCase<T>]: WrittenRow<T> &
    (T extends "token_creation" | "faucet_claim" | "referrer_set" ? Timed : unknown)
}

export type EventTable = keyof Rows
export type EventRow<T extends EventTable> = Rows[T]
export type EventRows = { [T in EventTable]: EventRow<T>[] }

export type TradeRow = EventRow<"trade">
export type PoolSyncRow = EventRow<"poolSync">
export type TransferRow = EventRow<"transfer">
export type WhitelistEventRow = EventRow<"whitelistEvent">
export type ShareTradeRow = EventRow<"shareTrade">
export type OrderEventRow = EventRow<"orderEvent">
/** A row of either faucet event, which may create a referral. */
export type ReferralEventRow = EventRow<"faucetClaim">
export type TxRow = WrittenRow<"tx">

export const toCamelCase = (column: string) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

export const eventTables = eventTableNames.map(toCamelCase) as EventTable[]

const nameByTable = new Map(eventTables.map((table, i) => [table, eventTableNames[i] as TableName]))

/** A table's name in the database. */
export function tableNameOf(table: EventTable): TableName {
  const name = nameByTable.get(table)
  if (!name) throw new Error(`${table} is no raw table`)
  return name
}

export function emptyEventRows(): EventRows {
  return Object.fromEntries(eventTables.map((table) => [table, []])) as unknown as EventRows
}

/** Number of rows in all tables. */
export function countEventRows(rows: EventRows): number {
  return eventTables.reduce((sum, table) => sum + rows[table].length, 0)
}

/** The rows whose ids match. */
export function filterEventRows(rows: EventRows, isWanted: (id: number) => boolean): EventRows {
  const wantedOf = (table: EventTable) =>
    (rows[table] as EventRow<EventTable>[]).filter(({ id }) => isWanted(id))
  return Object.fromEntries(
    eventTables.map((table) => [table, wantedOf(table)]),
  ) as unknown as EventRows
}

/** The ids of all rows. */
export function collectIds(rows: EventRows): Set<number> {
  return new Set(eventTables.flatMap((table) => rows[table].map(({ id }) => id)))
}
