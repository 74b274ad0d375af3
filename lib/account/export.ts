import { type RawBuilder, sql } from "kysely"
import type { PoolClient } from "pg"
import { dbOn, pool, type Queries } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { findOwnProfile } from "./profile-queries"
import { walletTables } from "./wallet-tables"

/** Exports that one process makes at the same time: each holds a connection. */
const MAX_RUNNING = 2
/** A client that stops reading for this long, or takes longer in all, loses the export. */
const STALL_MS = 20_000
/** The server waits longer for a process that has stalled itself. */
const GRACE_MS = 5_000
const MAX_DURATION_MS = 300_000
/** For one batch, because some tables have no index by wallet. */
const BATCH_TIMEOUT_MS = 60_000
const ROWS_PER_BATCH = 500

const running = new Set<string>()

/**
 * All stored data of a wallet as one JSON document, as of one moment, from a replica where one has all that the caller
 * has seen. It is written while it is read, so its size does
 */
export async function openExport(
  wallet: string,
  openReplica: (() => Promise<PoolClient | null>) | undefined,
): Promise<ReadableStream<Uint8Array>> {
  if (running.has(wallet) || running.size >= MAX_RUNNING) {
    throw new ApiError("RATE_LIMITED", "Another export is running; try again when it has ended", {
      retryAfter: STALL_MS / 1_000,
    })
  }
  running.add(wallet)
  try {
    const { tier, tierEmoji, rank } = await findOwnProfile(wallet)
    const client = (await openReplica?.()) ?? (await openPrimary())
    const release = () => {
      running.delete(wallet)
      // Closing the connection ends the transaction, whatever its state.
      client.release(true)
    }
    const head = {
      wallet,
      exportedAt: new Date().toISOString(),
      standing: { tier, tierEmoji, rank },
    }
    return toStream(writeDocument(client, wallet, head), release)
  } catch (error) {
    running.delete(wallet)
    throw error
  }
}

async function openPrimary() {
  const client = await pool().connect()
  try {
    await client.query("begin isolation level repeatable read read only")
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function* writeDocument(client: PoolClient, wallet: string, head: object) {
  const queries = dbOn(client)
  await client.query(
    `set local statement_timeout = ${BATCH_TIMEOUT_MS};
    set local idle_in_transaction_session_timeout = ${STALL_MS + GRACE_MS}`,
  )
  const columns = await readColumns(queries)
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  yield* writeTables(client, selectAll(queries, columns, wallet))
  yield `},"omitted":${JSON.stringify(listOmitted())}}`
}

const tables: readonly [string, Definition][] = Object.entries(walletTables)

type Column = { name: string; type: string }

/** The columns there are, by table. */
async function readColumns(queries: Queries) {
  const rows = await sql<Column & { table: string }>`
    select table_name as "table", column_name as name, data_type as type
      from information_schema.columns
      where table_schema = current_schema() order by ordinal_position`.execute(queries)
  const columns = new Map<string, Column[]>()
  for (const { table, ...column } of rows.rows) {
    columns.set(table, [...(columns.get(table) ?? []), column])
  }
  return columns
}

type NumberedTable = { table: string; place: number; definition: Definition }

type Definition = {
  wallets?: readonly string[]
  through?: { column: string; table: string; key: string; wallet: string }
  omit?: Readonly<Record<string, string>>
}

/** Selects the rows of all tables in one query: a cursor reads the parts of a union in their order. */
function selectAll(queries: Queries, columns: Map<string, Column[]>, wallet: string) {
  const parts = tables.map(([table, definition], place) =>
    selectRows({ table, place, definition }, columns.get(table) ?? [], wallet),
  )
  return sql`${sql.join(parts, sql` union all `)}`.compile(queries)
}

/** The wallet's rows as JSON, with the hash of their transaction. */
function selectRows(
  { table, place, definition: { wallets = [], through, omit = {} } }: NumberedTable,
  columns: Column[],
  wallet: string,
) {
  const shown = columns.filter(({ name }) => !(name in omit))
  const named = wallets.map((name) => sql`t.${sql.id(name)} = ${wallet}`)
  const owned =
    through &&
    sql`t.${sql.id(through.column)} in (select ${sql.id(through.key)} from ${sql.id(through.table)}
      where ${sql.id(through.wallet)} = ${wallet})`
  const isOfTx = columns.some(({ name }) => name === "tx_id")
  const fields = [...shown.map(toField), ...(isOfTx ? [TX_HASH] : [])]
  const tx = isOfTx ? sql`left join tx on tx.id = t.tx_id` : sql``
  const matches = sql.join([...named, ...(owned ? [owned] : [])], sql` or `)
  return sql`
    (select ${sql.lit(place)}::int as place,
        (select row_to_json(r) from (select ${sql.join(fields)}) r)::text as row
      from ${sql.id(table)} t ${tx} where ${matches})`
}

const TX_HASH = sql`'0x' || encode(tx.hash, 'hex') as "transactionHash"`

/** Numbers of any size are text, times are ISO 8601, bytes are hexadecimal, as everywhere in the API. */
function toField({ name, type }: Column): RawBuilder<unknown> {
  const column = sql`t.${sql.id(name)}`
  const key = sql.id(name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
  if (type === "bigint" || type === "numeric") return sql`${column}::text as ${key}`
  if (type === "bytea") return sql`'0x' || encode(${column}, 'hex') as ${key}`
  if (type === "timestamp with time zone") {
    return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${key}`
  }
  return sql`${column} as ${key}`
}

type Compiled = { sql: string; parameters: readonly unknown[] }

/** In two queries, for a wallet with few rows. */
async function* writeTables(client: PoolClient, query: Compiled) {
  await client.query(`declare rows no scroll cursor for ${query.sql}`, [...query.parameters])
  const batch = { text: `fetch ${ROWS_PER_BATCH} from rows`, query_timeout: BATCH_TIMEOUT_MS }
  let current = -1
  for (;;) {
    const { rows } = await client.query<{ place: number; row: string }>(batch)
    let text = ""
    for (const { place, row } of rows) {
      if (place < current) throw new Error("The tables of an export came out of order")
      text += place === current ? ",\n" : writeBetween(current, place)
      text += row
      current = place
    }
    if (rows.length < ROWS_PER_BATCH) {
      yield text + writeBetween(current, tables.length)
      return
    }
    yield text
  }
}

/** Ends the list of one table and begins the list of another; tables between them have no rows. */
function writeBetween(from: number, to: number) {
  const begin = (place: number) => `${place > 0 ? "," : ""}"${tables[place]?.[0]}":[`
  const empty = tables.slice(from + 1, to).map((_, i) => `${begin(from + 1 + i)}]`)
  return `${from < 0 ? "" : "]"}${empty.join("")}${to < tables.length ? begin(to) : ""}`
}

const listOmitted = () =>
  Object.entries(walletTables).flatMap(([table, { omit = {} }]: [string, Definition]) =>
    Object.entries(omit).map(([column, reason]) => ({ table, column, reason })),
  )

/** Reads on only as fast as the client takes it. `release` is called once, however it ends. */
function toStream(parts: AsyncGenerator<string>, release: () => void) {
  const encoder = new TextEncoder()
  let isOpen = true
  let stall: NodeJS.Timeout | undefined
  const end = () => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(stall)
    clearTimeout(deadline)
    release()
  }
  const deadline = setTimeout(end, MAX_DURATION_MS).unref()
  const watch = () => {
    clearTimeout(stall)
    stall = setTimeout(end, STALL_MS).unref()
  }
  watch()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isOpen) throw new Error("The export was not read in time")
      clearTimeout(stall)
      try {
        const { value, done } = await parts.next()
        if (!done) controller.enqueue(encoder.encode(value))
        else controller.close()
        if (done) end()
        else watch()
      } catch (error) {
        end()
        throw error
      }
    },
    cancel: end,
  })
}
