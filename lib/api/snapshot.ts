import { sql } from "kysely"
import { coalesce } from "@/lib/async/coalesce"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Clock } from "./contract"

/** A PostgreSQL snapshot and the progress of the index in it. */
export type IndexSnapshot = {
  /**
   * The position of the data (see `positionSql`): while it is equal, every query that does not depend on the
   * clock returns the same rows, whichever process wrote last.
   */
  snapshot: string
  headers: [string, string][]
}

const CLOCK_MS = { second: 1_000, minute: 60_000 }

/** The version of an answer: it is right for whoever has read the same one. The one place that says what changes it. */
export const versionOf = ({ snapshot }: IndexSnapshot, clock: Clock) =>
  clock === "none" ? snapshot : `${snapshot} ${Math.floor(Date.now() / CLOCK_MS[clock])}`

/**
 * SQL: how many transactions have ended. While it is equal, every query that does not depend on the clock returns the
 * same rows, whichever process wrote last: a transaction adds to it when its rows become visible. Both parts are of the
 * statement's own snapshot.
 */
const positionSql = `(
  select (pg_snapshot_xmax(snapshot)::text::numeric - (select count(*) from pg_snapshot_xip(snapshot)))::text
  from pg_current_snapshot() snapshot
)`

const selectPosition = statement({}, () =>
  db
    .selectFrom(sql<{ id: number }>`(values (1))`.as<"always">(sql`always (id)`))
    .leftJoin("index_cursor", "index_cursor.id", "always.id")
    .select([sql.raw<string>(positionSql).as("snapshot"), "indexed_block", "head_block"]),
)

/**
 * Reads the current snapshot. Call it before reading the data it describes: then the data is at least as recent as the
 * headers say. No headers before the first block is indexed.
 */
export function readSnapshot(): Promise<IndexSnapshot> {
  return coalesce("position", async () => {
    const [row] = await selectPosition({})
    if (!row) throw new Error("The position has no row")
    const { snapshot, indexed_block, head_block } = row
    if (indexed_block === null || head_block === null) return { snapshot, headers: [] }
    const headers: [string, string][] = [
      ["X-Indexed-Block", `${indexed_block}`],
      ["X-Chain-Head", `${head_block}`],
    ]
    return { snapshot, headers }
  })
}
