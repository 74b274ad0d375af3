import { sql } from "kysely"
import type { ClientBase } from "pg"
import { type Connection, db, dbOn } from "@/lib/db/client"
import { blockOfRow, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { bulkStatement } from "@/lib/events/bulk-writes"
import { type EventRows, eventTables } from "@/lib/events/event-rows"
import type { Header } from "@/lib/events/logs"
import { type StreamEntry, toBlockEntry, toEntries, toPostEntry } from "./entries"

/** The one place where rows of `stream_event`, and `stream_state`, are written; changes of pages: `./change`. */

/**
 * Advisory lock of writers of the log, from the first id until the commit, so that ids become visible in their order.
 */
const LOG_LOCK = 7_320_031

/** Between the topics of an entry. */
const SEPARATOR = "|"

/**
 * SQL: takes the lock; the insertion selects from it. A client may have read an id that a crash of the database takes
 * back and gives again, so a transaction that logs is on the disk when it is committed.
 */
export const lockLog = sql`
  select set_config('synchronous_commit', 'on', true) as setting
  from (select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})) as lock`

const insertEntries = bulkStatement(
  { place: "integer", kind: "text", cause: "bigint", key: "text", topics: "text", data: "text" },
  (entries) => sql`
    with locked as materialized (${lockLog})
    insert into stream_event (kind, cause, key, topics, data)
    select kind, cause, key, string_to_array(topics, ${sql.lit(SEPARATOR)}), data
    from locked, ${entries} where setting is not null order by place`,
)

/**
 * Logs in the given order. Call it near the end of the transaction, because other writers of the log wait for its end.
 */
export async function logEntries(client: Connection, entries: readonly StreamEntry[]) {
  const rows = entries.map(({ topics, data = null, ...entry }, place) => ({
    ...{ place, ...entry, data },
    topics: topics.join(SEPARATOR),
  }))
  await insertEntries(client, rows)
}

const readState = statement({}, () =>
  db.selectFrom("stream_state").select("told_to as toldTo").where("id", "=", 1),
)

/** Before the first block: rows of every block are logged. */
export const NOTHING_TOLD = -1

/** Rows of blocks up to this one are not logged. */
export async function readToldTo(client: ClientBase): Promise<number> {
  const [state] = await readState({}, client)
  return state?.toldTo ?? NOTHING_TOLD
}

/** Logs rows that were stored just now. */
export async function logRows(client: ClientBase, rows: EventRows, toldTo: number) {
  const isNews = (id: number) => blockOfRow(id) > toldTo
  // In a backfill nothing is, and entries need not be made.
  if (!eventTables.some((table) => rows[table].some(({ id }) => isNews(id)))) return
  const entries = toEntries(rows)
  await logEntries(
    client,
    entries.filter(({ cause }) => isNews(cause ?? 0)),
  )
}

/** Logs blocks whose rows are stored. */
export async function logBlocks(client: ClientBase, headers: readonly Header[]) {
  const toldTo = await readToldTo(client)
  const fresh = headers.filter(({ number }) => number > toldTo)
  await logEntries(
    client,
    fresh.map((header) => toBlockEntry(header, ROWS_PER_BLOCK)),
  )
}

/** Logs a post that is new, was edited, or may be visible again. */
export const logPost = (client: Connection, { id, wallet }: { id: string; wallet: string }) =>
  logEntries(client, [toPostEntry(id, wallet)])

/** Begins with the block after this one, unless the log has begun before. */
export async function startLog(client: ClientBase, head: number) {
  await dbOn(client)
    .insertInto("stream_state")
    .values({ id: 1, told_to: head })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ fn, ref }) => ({
        told_to: fn.coalesce("stream_state.told_to", ref("excluded.told_to")),
      })),
    )
    .execute()
}

/** Call it before the same chain is read again: entries up to this block are not reported a second time. */
export async function skipTold(client: ClientBase, block: number) {
  const state = { id: 1, told_to: block }
  await dbOn(client)
    .insertInto("stream_state")
    .values(state)
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ told_to: block }))
    .execute()
}

/** Rows above this block will be logged, as they were removed. */
export async function tellFrom(client: ClientBase, fork: number) {
  await dbOn(client)
    .updateTable("stream_state")
    .set({ told_to: fork })
    .where("id", "=", 1)
    .where("told_to", ">", fork)
    .execute()
}

/** Another chain begins: no cursor of the present one can be resumed from. */
export async function expireLog(client: ClientBase) {
  const queries = dbOn(client)
  await queries.deleteFrom("stream_event").execute()
  const oldest = sql<string>`nextval(pg_get_serial_sequence('stream_event', 'id'))`
  await queries
    .insertInto("stream_state")
    .values({ id: 1, oldest, told_to: null })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref }) => ({
        oldest: ref("excluded.oldest"),
        told_to: null,
      })),
    )
    .execute()
}
