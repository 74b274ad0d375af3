import { coalesce } from "@/lib/api/coalesce"
import { json, type Prepared } from "@/lib/api/reply"
import { db } from "@/lib/db"

type Value = string | number | null

/**
 * Runs a query whose one column is JSON text built by PostgreSQL; null when it has no row. Equal
 * questions asked at the same time are asked once, and share the answer with its entity tag.
 */
export function readJson(text: string, values: Value[]): Promise<Prepared | null> {
  return coalesce(JSON.stringify([text, ...values]), async () => {
    const { rows } = await db().pool.query<[string | null]>({ text, values, rowMode: "array" })
    const answer = rows[0]?.[0]
    return answer == null ? null : json(answer)
  })
}

/** The same for a query that gives a row whatever it finds. */
export async function readAggregate(text: string, values: Value[]): Promise<Prepared> {
  const answer = await readJson(text, values)
  if (!answer) throw new Error("An aggregate gave no row")
  return answer
}
