import type { ClientBase } from "pg"
import { columnTypes } from "@/lib/generated/column-types"
import {
  type EventRow,
  type EventTable,
  eventTableNames,
  eventTables,
  toCamelCase,
} from "./event-rows"

type Column = { expression: string; isAmount: boolean }

/** How each property of a raw table's rows is selected, from the table as `f`. */
const columnsByTable = new Map(
  eventTableNames.map((name, i): [EventTable, Map<string, Column>] => [
    eventTables[i] as EventTable,
    new Map(
      Object.entries(columnTypes[name]).map(([column, type]) => [
        toCamelCase(column),
        {
          expression: `${toExpression(column, type)} as "${toCamelCase(column)}"`,
          isAmount: type === "numeric",
        },
      ]),
    ),
  ]),
)

/** Ids and Unix seconds are far below 2^53. */
function toExpression(column: string, type: string) {
  if (type === "bigint") return `f."${column}"::float8`
  if (type === "timestamptz") return `extract(epoch from f."${column}")::float8`
  return `f."${column}"`
}

type Selection = {
  /** What stands behind FROM; names the table `f`. */
  from: string
  values: readonly unknown[]
  distinct?: boolean
}

/** Properties of stored rows, as the indexer wrote them. */
export async function readEventRows<T extends EventTable, K extends keyof EventRow<T> & string>(
  client: ClientBase,
  table: T,
  properties: readonly K[],
  { from, values, distinct = false }: Selection,
): Promise<Pick<EventRow<T>, K>[]> {
  const columns = columnsByTable.get(table)
  const selected = properties.map((property) => columns?.get(property)?.expression)
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${distinct ? "distinct" : ""} ${selected} from ${from}`,
    [...values],
  )
  const amounts = properties.filter((property) => columns?.get(property)?.isAmount)
  for (const row of rows) {
    for (const amount of amounts) {
      const text = row[amount]
      if (typeof text === "string") row[amount] = BigInt(text)
    }
  }
  return rows as Pick<EventRow<T>, K>[]
}
