import { coalesce } from "@/lib/async/coalesce"
import { pool } from "@/lib/db/client"
import { positionSql } from "@/lib/db/position"
import { type JsonRow, snapshotCacheOf } from "@/lib/db/snapshot-cache"
import type { Compiled } from "@/lib/db/statement"
import { rawJson } from "@/lib/http/response"

/** JSON answers that PostgreSQL builds as text: the values of rows never become JavaScript objects. */

type Row = [snapshot: string, text: string | null, extra: unknown]

/** The query with the snapshot that its whole statement sees. */
const withSnapshot = (text: string) => `
  select ${positionSql}, answer.* from (values (1)) always
  left join (${text}) answer on true`

/**
 * Runs a query of one row at most: JSON text, and perhaps a further column; null without a row. Equal keys
 * of the same time run once and share the answer with its entity tag. With `snapshot`, as the caller has
 * just read it, an answer of that snapshot is used again, without compiling the query: it must then depend
 * on nothing but rows and the key, no clock.
 */
export async function readCompiled(
  key: string,
  compile: () => Compiled,
  snapshot?: string,
): Promise<JsonRow | null> {
  const cache = snapshotCacheOf(pool())
  const cached = snapshot === undefined ? undefined : cache.get(snapshot, key)
  if (cached) return cached
  return coalesce(key, async () => {
    const { text, values, name } = compile()
    // PostgreSQL plans a prepared statement once a connection, which takes longer than most of these run. The
    // columns are the same after a migration, so a kept plan stays valid.
    const query = { text: withSnapshot(text), values, name, rowMode: "array" }
    const { rows } = await pool().query<Row>(query)
    const [row] = rows
    if (!row || row[1] == null) return null
    const result = { answer: rawJson(row[1]), extra: row[2] }
    cache.set(row[0], key, result)
    return result
  })
}

/** The clock as a value of a query, so that equal queries within a second share their answer. */
export const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
