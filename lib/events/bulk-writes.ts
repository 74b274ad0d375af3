import {
  type AliasedRawBuilder,
  type Compilable,
  type Expression,
  type RawBuilder,
  sql,
} from "kysely"
import type { ClientBase } from "pg"
import type { Connection } from "@/lib/db/client"
import { isShortList } from "@/lib/db/pool"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { compileOnce, planName, runOn } from "@/lib/db/statement"
import { columnTypes } from "@/lib/generated/column-types"
import type { Database } from "@/lib/generated/database"
import { type BinaryColumn, canWrite, copyInto, toBinaryRows } from "./binary-rows"
import {
  type EventRows,
  eventTableNames,
  eventTables,
  toCamelCase,
  type WrittenRow,
} from "./event-rows"

/**
 * Statements that write many rows. A backfill copies events in binary; other writes have one array parameter per
 * column, as a literal, because the driver's own escaping is slow. The columns and their types come from
 * prisma/schema.
 */

/** Column types whose values are sent as another type: the array's element type, and the conversion in SQL. */
const conversions: Record<string, { type: string; convert: (name: string) => string }> = {
  // Unix seconds.
  timestamptz: { type: "bigint", convert: (name) => `to_timestamp(${name})` },
  jsonb: { type: "text", convert: (name) => `${name}::jsonb` },
  // Hexadecimal with 0x.
  bytea: { type: "text", convert: (name) => `decode(substr(${name}, 3), 'hex')` },
}

/** Columns with text of users, which is quoted. Other text has no characters that array literals treat specially. */
const FREE_TEXT = new Set([
  ...["name", "symbol", "tag", "options", "reason", "data", "memo"],
  ...["uri", "description", "image", "services", "key", "tag1", "tag2", "endpoint"],
])

/** The query builder's types of array elements. */
type Elements = {
  text: string
  integer: number
  smallint: number
  bigint: string
  numeric: string
  boolean: boolean
}

type Columns = Record<string, keyof Elements>

/** The rows of a bulk statement, as the table `given` of its query. */
export type GivenRows<C extends Columns> = AliasedRawBuilder<
  { [K in keyof C]: Elements[C[K]] },
  "given"
>

/** For `set`: the columns take the values of the same columns of another table, such as `excluded`. */
export const columnsOf = <C extends string>(table: string, columns: readonly C[]) =>
  Object.fromEntries(
    columns.map((column) => [column, sql.ref(`${table}.${column}`)]),
  ) as unknown as Record<C, RawBuilder<never>>

/** The bytes of hexadecimal text with 0x. */
export const bytesOf = (hex: Expression<string>) => sql<Buffer>`decode(substr(${hex}, 3), 'hex')`

/** A statement over the rows it is called with, compiled once. Without rows it does not run. */
export function bulkStatement<const C extends Columns, O>(
  columns: C,
  build: (rows: GivenRows<C>) => Compilable<O> | RawBuilder<O>,
): (client: Connection, rows: readonly Record<keyof C, unknown>[]) => Promise<O[]> {
  const names = Object.keys(columns)
  const arrays = Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [name, `${type}[]` as const]),
  )
  const compile = compileOnce(arrays, (placeholders) => {
    const list = sql.join(names.map((name) => sql.id(name)))
    const rows = sql`unnest(${sql.join(Object.values(placeholders))})`
    return build(rows.as(sql`given (${list})`) as GivenRows<C>)
  })
  return async (client, rows) => {
    if (rows.length === 0) return []
    const literals = names.map((name) => [name, toArrayLiteral(rows, name, FREE_TEXT.has(name))])
    const { text, values } = compile(Object.fromEntries(literals))
    return runOn(client, { text, values, name: planName(client, text, rows.length) })
  }
}

type Insertion = {
  text: string
  columns: { property: string; isQuoted: boolean }[]
  /** Copies rows and returns their number; null for a table with columns that cannot be written in binary. */
  copy: { text: string; columns: BinaryColumn[] } | null
}

const insertions = new Map<string, Insertion>()

function insertionOf(table: keyof Database): Insertion {
  const cached = insertions.get(table)
  if (cached) return cached
  const columns = Object.entries(columnTypes[table]).map(([column, type]) => {
    const { type: arrayType = type, convert = (name: string) => name } = conversions[type] ?? {}
    return { column, name: `"${column}"`, arrayType, stored: convert(`"${column}"`) }
  })
  const names = columns.map(({ name }) => name)
  const arrays = columns.map(({ arrayType }, i) => `$${i + 1}::${arrayType}[]`)
  const text = `insert into ${table} (${names}) select ${columns.map(({ stored }) => stored)}
    from unnest(${arrays}) as rows (${names})`
  const binary = Object.entries(columnTypes[table]).map(([column, type]) => ({
    property: toCamelCase(column),
    type,
  }))
  const copy = { text: `copy ${table} (${names}) from stdin (format binary)`, columns: binary }
  const insertion = {
    text,
    copy: canWrite(binary) ? copy : null,
    columns: columns.map(({ column }) => ({
      property: toCamelCase(column),
      isQuoted: FREE_TEXT.has(column),
    })),
  }
  insertions.set(table, insertion)
  return insertion
}

type ColumnOf<T extends keyof Database> = keyof Database[T] & string

const typesOf = <T extends keyof Database>(table: T, columns: readonly ColumnOf<T>[]) =>
  Object.fromEntries(
    columns.map((column) => [column, (columnTypes[table] as Record<string, string>)[column]]),
  ) as Columns

const matches = (table: string, keys: readonly string[]) =>
  sql.join(
    keys.map((key) => sql`${sql.ref(`${table}.${key}`)} = ${sql.ref(`given.${key}`)}`),
    sql` and `,
  )

const additions = (table: string, sums: readonly string[], from: string) =>
  sql.join(
    sums.map(
      (sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`${from}.${sum}`)}`,
    ),
  )

/** A statement that adds amounts to the rows with the keys given. */
export const addToRows = <T extends keyof Database>(
  table: T,
  keys: readonly ColumnOf<T>[],
  sums: readonly ColumnOf<T>[],
) =>
  bulkStatement(
    typesOf(table, [...keys, ...sums]),
    (rows) => sql`update ${sql.table(table)} set ${additions(table, sums, "given")}
      from ${rows} where ${matches(table, keys)}`,
  )

/** The same, which inserts the rows that are missing. */
export const upsertSums = <T extends keyof Database>(
  table: T,
  keys: readonly ColumnOf<T>[],
  sums: readonly ColumnOf<T>[],
) => {
  const columns = sql.join([...keys, ...sums].map((name) => sql.ref(name)))
  const conflict = sql.join(keys.map((key) => sql.ref(key)))
  return bulkStatement(
    typesOf(table, [...keys, ...sums]),
    (rows) => sql`insert into ${sql.table(table)} (${columns}) select * from ${rows}
      on conflict (${conflict}) do update set ${additions(table, sums, "excluded")}`,
  )
}

/** A statement that deletes the rows with these keys whose amount is zero. */
export const deleteEmptyRows = <T extends keyof Database>(
  table: T,
  keys: readonly ColumnOf<T>[],
  amount: ColumnOf<T>,
) =>
  bulkStatement(
    typesOf(table, keys),
    (rows) => sql`delete from ${sql.table(table)} using ${rows}
      where ${matches(table, keys)} and ${sql.ref(`${table}.${amount}`)} = 0`,
  )

/** Inserts rows that are not stored yet, in one statement. */
export async function insertRows<T extends keyof Database>(
  client: ClientBase,
  table: T,
  rows: readonly WrittenRow<T>[],
): Promise<void> {
  if (rows.length === 0) return
  const { text, columns, copy } = insertionOf(table)
  if (copy && !isShortList(rows.length)) {
    return copyInto(client, copy.text, toBinaryRows(rows, copy.columns))
  }
  const values = columns.map(({ property, isQuoted }) => toArrayLiteral(rows, property, isQuoted))
  await client.query({ text, values, name: planName(client, text, rows.length) })
}

/** Inserts rows of every raw table, in the order of the tables. */
export const insertEventRows = (client: ClientBase, rows: EventRows): Promise<void>[] =>
  eventTableNames.map((table, i) => {
    const written = rows[eventTables[i] as keyof EventRows]
    return insertRows(client, table, written as unknown as WrittenRow<typeof table>[])
  })

/** One property of all rows as a PostgreSQL array literal. */
function toArrayLiteral<R extends object>(
  rows: readonly R[],
  property: string,
  isQuoted = false,
): string {
  const values = rows as readonly Record<string, unknown>[]
  if (!isQuoted) return `{${values.map((row) => row[property] ?? "NULL").join(",")}}`
  const quote = (value: unknown) =>
    value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`
  return `{${values.map((row) => quote(row[property])).join(",")}}`
}

/** Wider bounds come from single transactions far apart, not from a range of blocks. */
const WIDE_ID_SPAN = 20_000 * ROWS_PER_BLOCK

/** Ids stored in raw tables between the bounds; with wide bounds only those of `ids`. */
export async function findStoredIds(
  client: ClientBase,
  from: number,
  to: number,
  ids: () => readonly number[],
) {
  const isWide = to - from > WIDE_ID_SPAN
  const condition = isWide ? "id = any($1::bigint[])" : "id between $1 and $2"
  const text = eventTableNames
    .map((name) => `select id from ${name} where ${condition}`)
    .join(" union all ")
  const { rows } = await client.query<[string]>({
    text,
    name: isWide ? undefined : planName(client, text, 0),
    values: isWide ? [`{${ids()}}`] : [from, to],
    rowMode: "array",
  })
  return new Set(rows.map(([id]) => Number(id)))
}
