import { coalesce } from "@/lib/async/coalesce"
import { pool } from "@/lib/db/client"
import type { Compiled } from "@/lib/db/statement"
import { type RawBody, rawJson } from "@/lib/http/response"

/** JSON answers that PostgreSQL builds as text: the values of rows never become JavaScript objects. */

/** A JSON answer, and the value of the query's further column. */
export type JsonRow = { answer: RawBody; extra: unknown }

/**
 * Runs a query of one row at most: JSON text, and perhaps a further column; null without a row. Equal keys of the same
 * time run once and share the answer with its entity tag.
 */
export async function readCompiled(key: string, compile: () => Compiled): Promise<JsonRow | null> {
  return coalesce(key, async () => {
    const { text, values, name } = compile()
    // PostgreSQL plans a prepared statement once a connection, which takes longer than most of these run. The
    // columns are the same after a migration, so a kept plan stays valid.
    const query = { text, values, name, rowMode: "array" }
    const { rows } = await pool().query<[text: string | null, extra: unknown]>(query)
    const [row] = rows
    if (!row || row[0] == null) return null
    return { answer: rawJson(row[0]), extra: row[1] }
  })
}

/** The clock as a value of a query, so that equal queries within a second share their answer. */
export const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
