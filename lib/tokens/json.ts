import { coalesce } from "@/lib/api/coalesce"
import { json, type Prepared } from "@/lib/api/reply"
import { db } from "@/lib/db"
import { answersOf, type Found } from "./answers"

type Value = string | number | null
type Row = [snapshot: string, text: string | null, extra: unknown]

/** The question with the snapshot it is answered from, which one statement sees as a whole. */
const withSnapshot = (text: string) => `
  select pg_current_snapshot()::text, answer.* from (values (1)) always
  left join (${text}) answer on true`

/**
 * Runs a query of one row at most: JSON text built by PostgreSQL and perhaps a further column; null
 * without a row. Equal questions asked at the same time are asked once, and share the answer with
 * its entity tag. With `snapshot`, as the caller has just read it, an answer found in the same
 * snapshot is given again; the query must then depend on nothing but rows and `values`, no clock.
 */
export async function readRow(
  text: string,
  values: Value[],
  snapshot?: string,
): Promise<Found | null> {
  const { pool } = db()
  const answers = answersOf(pool)
  const question = JSON.stringify(values) + text
  const known = snapshot === undefined ? undefined : answers.find(snapshot, question)
  if (known) return known
  return coalesce(question, async () => {
    const { rows } = await pool.query<Row>({ text: withSnapshot(text), values, rowMode: "array" })
    const [row] = rows
    if (!row || row[1] == null) return null
    const found = { answer: json(row[1]), extra: row[2] }
    answers.keep(row[0], question, found)
    return found
  })
}

/** The answer alone. */
export async function readJson(
  text: string,
  values: Value[],
  snapshot?: string,
): Promise<Prepared | null> {
  return (await readRow(text, values, snapshot))?.answer ?? null
}

/** The same for a query that gives a row whatever it finds. */
export async function readAggregate(
  text: string,
  values: Value[],
  snapshot?: string,
): Promise<Prepared> {
  const answer = await readJson(text, values, snapshot)
  if (!answer) throw new Error("An aggregate gave no row")
  return answer
}

/** The clock as a value of a query, so that equal questions within a second share their answer. */
export const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
