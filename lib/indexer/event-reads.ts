import { type SelectQueryBuilder, sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { type EventRow, type EventTable, tableNameOf, toCamelCase } from "@/lib/events/event-rows"
import { columnTypes } from "@/lib/generated/column-types"
import type { Database } from "@/lib/generated/database"

/** A query of a raw table `f`. All raw tables have the columns `id` and `tx_id`; `transfer` represents them here. */
export type EventsQuery = SelectQueryBuilder<Database & { f: Database["transfer"] }, "f", unknown>

type Options = { distinct?: boolean }

/** Properties of stored rows, as the indexer wrote them; `narrow` adds conditions. */
export async function readEventRows<T extends EventTable, K extends keyof EventRow<T> & string>(
  client: ClientBase,
  table: T,
  properties: readonly K[],
  // biome-ignore lint/suspicious/noExplicitAny: which further tables the query reads does not matter
  narrow: (query: EventsQuery) => SelectQueryBuilder<any, any, unknown>,
  { distinct = false }: Options = {},
): Promise<Pick<EventRow<T>, K>[]> {
  const name = tableNameOf(table)
  const columns = Object.entries(columnTypes[name]).flatMap(([column, type]) => {
    const property = properties.find((each) => each === toCamelCase(column))
    return property ? [{ column, type, property }] : []
  })
  const events = dbOn(client).selectFrom(`${name as "transfer"} as f`)
  const rows = await narrow(events)
    .select(columns.map(({ column, type, property }) => toJsValue(column, type).as(property)))
    .$if(distinct, (query) => query.distinct())
    .execute()
  const amounts = columns.filter(({ type }) => type === "numeric")
  for (const row of rows as Record<string, unknown>[]) {
    for (const { property } of amounts) {
      const text = row[property]
      if (typeof text === "string") row[property] = BigInt(text)
    }
  }
  return rows as Pick<EventRow<T>, K>[]
}

/** Ids and Unix seconds are far below 2^53. */
function toJsValue(column: string, type: string) {
  const value = sql.ref(`f.${column}`)
  if (type === "bigint") return sql<unknown>`${value}::float8`
  if (type === "timestamptz") return sql<unknown>`extract(epoch from ${value})::float8`
  // As the indexer wrote it.
  if (type === "jsonb") return sql<unknown>`${value}::text`
  return sql<unknown>`${value}`
}
