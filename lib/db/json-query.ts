import { coalesce } from "@/lib/api/coalesce"
import { json, type Prepared } from "@/lib/api/reply"
import { pool } from "@/lib/db/client"
import { type JsonRow, snapshotCacheOf } from "@/lib/db/snapshot-cache"

/** JSON answers that PostgreSQL builds as text: the values of rows never become JavaScript objects. */

type Value = unknown
type Row = [snapshot: string, text: string | null, extra: unknown]

/** The query with the snapshot that its whole statement sees. */
const withSnapshot = (text: string) => `
  select pg_current_snapshot()::text, answer.* from (values (1)) always
  left join (${text}) answer on true`

/**
 * Runs a query of one row at most: JSON text, and perhaps a further column; null without a row. Equal
 * queries of the same time run once and share the answer with its entity tag. With `snapshot`, as the caller
 * has just read it, an answer of that snapshot is used again: the query must then depend on nothing but rows
 * and `values`, no clock.
 */
export async function readRow(
  text: string,
  values: readonly Value[],
  snapshot?: string,
): Promise<JsonRow | null> {
  const cache = snapshotCacheOf(pool())
  const query = JSON.stringify(values) + text
  const known = snapshot === undefined ? undefined : cache.get(snapshot, query)
  if (known) return known
  return coalesce(query, async () => {
    const { rows } = await pool().query<Row>({
      text: withSnapshot(text),
      values: [...values],
      rowMode: "array",
    })
    const [row] = rows
    if (!row || row[1] == null) return null
    const found = { answer: json(row[1]), extra: row[2] }
    cache.set(row[0], query, found)
    return found
  })
}

/** The answer alone. */
export async function readJson(
  text: string,
  values: readonly Value[],
  snapshot?: string,
): Promise<Prepared | null> {
  return (await readRow(text, values, snapshot))?.answer ?? null
}

/** As `readJson`, for a query that always has a row. */
export async function readAggregate(
  text: string,
  values: readonly Value[],
  snapshot?: string,
): Promise<Prepared> {
  const answer = await readJson(text, values, snapshot)
  if (!answer) throw new Error("An aggregate gave no row")
  return answer
}

/** The clock as a value of a query, so that equal queries within a second share their answer. */
export const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
