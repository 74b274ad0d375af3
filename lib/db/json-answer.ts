import { isDeepStrictEqual } from "node:util"
import { type Compilable, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { db, ownReader, pool } from "@/lib/db/client"
import type { JsonSource } from "@/lib/db/column-types"
import {
  type Compiled,
  compileOnce,
  type Input,
  type Parameters,
  type Placeholders,
  unplanned,
} from "@/lib/db/statement"
import { env } from "@/lib/env"
import type { Database } from "@/lib/generated/database"
import { type RawBody, rawJson } from "@/lib/http/response"

/** JSON answers that PostgreSQL builds as text: the values of rows never become JavaScript objects. */

/** A JSON answer, and the value of the query's further column. */
type JsonRow = { answer: RawBody; extra: unknown }

/**
 * Runs a query of one row at most: JSON text, and perhaps a further column; null without a row. Equal keys of the same
 * time run once and share the answer with its entity tag.
 */
async function readCompiled(key: string, compile: () => Compiled): Promise<JsonRow | null> {
  const own = ownReader()
  const run = async () => {
    const { text, values, name } = compile()
    // PostgreSQL plans a prepared statement once a connection, which takes longer than most of these run. The
    // columns are the same after a migration, so a kept plan stays valid.
    const query = { text, values, name, rowMode: "array" }
    const { rows } = await (own ?? pool()).query<[text: string | null, extra: unknown]>(query)
    const [row] = rows
    if (!row || row[0] == null) return null
    return { answer: rawJson(row[0]), extra: row[1] }
  }
  // What others read at this time is of another snapshot.
  return own ? run() : coalesce(key, run)
}

/** The clock as a value of a query, so that equal queries within a second share their answer. */
export const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()

// biome-ignore lint/suspicious/noExplicitAny: which tables a query reads does not matter to its answer
export type Rows<O> = SelectQueryBuilder<any, any, O>

export type Page = z.ZodType<unknown, { data: unknown[] }>
type ItemOf<R extends Page> = JsonSource<z.input<R>["data"][number]>

/** Answers with text that PostgreSQL made; null while the definition's `exists` has no row. */
export type JsonAnswer<P extends Parameters> = (input: Input<P>) => Promise<RawBody | null>

/** For definitions without `exists`, which always answer. */
export function present(answer: RawBody | null): RawBody {
  if (!answer) throw new Error("A query without a condition gave no answer")
  return answer
}

type Definition<P extends Parameters, Added extends Parameters, R> = {
  /** Unique: the first part of the key of each answer. */
  name: string
  response: R
  parameters: P
  /** There is no answer while this query has no row. */
  exists?: (placeholders: Placeholders<P & Added>) => Rows<unknown>
}

/**
 * How a column is written into an object without `row_to_json`, which takes twice the time: a `plain` text that needs
 * no escape, such as digits, addresses, times and our own names, or a `value`, such as numbers and booleans. Never use
 * it for user input.
 */
type Form<T> = null extends T
  ? never
  : T extends string
    ? "plain"
    : T extends object
      ? never
      : "value"
type Forms<O> = { readonly [K in keyof O]: Form<O[K]> }

type Limited = { limit: "integer" }

type CursorPage<P extends Parameters, R extends Page, Found> = Definition<P, Limited, R> & {
  /** The rows after the cursor, by `id` and the newest first. `limit` is one more than the page holds. */
  rows: (placeholders: Placeholders<P & Limited>) => Rows<Found>
  /** The columns of the answer, from the table `page`: the rows without the one too many. */
  select: (queries: Kysely<Database & { page: Found }>) => Rows<ItemOf<R>>
  /** In the order of the answer; for rows without nulls and without texts of users. */
  forms?: Forms<z.input<R>["data"][number]>
}

/** A list with a cursor: one row too many shows that there are more. `limit` is added to the parameters. */
export function cursorPage<P extends Parameters, R extends Page, Found extends { id: string }>({
  name,
  response,
  parameters,
  exists,
  rows,
  select,
  forms,
}: CursorPage<P, R, Found>): JsonAnswer<P & Limited> {
  return defineAnswer(name, response, { ...parameters, limit: "integer" }, (placeholders) => {
    const limit = unplanned(sql<number>`${placeholders.limit}`)
    const newest = rows({
      ...placeholders,
      limit: unplanned(sql<number>`${placeholders.limit} + 1`),
    })
    const lines = select(db.withTables<{ page: Found }>())
    const page = sql`
      with found as materialized (
        select *, row_number() over (order by id desc) as place from (${newest}) newest
      ), page as (select * from found where place <= ${limit})
      select '{"data":' || ${forms ? formattedText(lines, forms) : arrayText(lines)}
        || ',"pagination":' || (
          select row_to_json(pagination)::text from (
            select ${limit} as limit, count(*) > ${limit} as "hasMore",
              case when count(*) > ${limit}
                then (min(id) filter (where place <= ${limit}))::text end as "nextCursor"
            from found
          ) pagination
        ) || '}' as answer`
    return exists ? sql`select ${onlyIf(exists(placeholders), sql`(${page})`)} as answer` : page
  })
}

type Paged = { skip: "bigint"; take: "integer"; page: "integer" }

type OffsetPage<P extends Parameters, R extends Page> = Definition<P, Paged, R> & {
  /** Selects the rows of one page, limited by `take` and `skip`, with the columns of the answer. */
  rows: (placeholders: Placeholders<P & Paged>) => Rows<ItemOf<R>>
  /** Counts the rows of all pages. */
  total: (placeholders: Placeholders<P & Paged>) => Rows<{ total: unknown }>
  /** Adds `totalPages` to the pagination. */
  withTotalPages?: boolean
}

/** A list with page numbers. `skip`, `take` (see `skipTake`) and `page` are added to the parameters. */
export function offsetPage<P extends Parameters, R extends Page>({
  name,
  response,
  parameters,
  exists,
  rows,
  total,
  withTotalPages,
}: OffsetPage<P, R>): JsonAnswer<P & Paged> {
  const all = { ...parameters, skip: "bigint", take: "integer", page: "integer" } as const
  return defineAnswer(name, response, all, (placeholders) => {
    const { skip, take, page } = placeholders
    const totalPages = sql`, (total + ${take} - 1) / ${take} as "totalPages"`
    const answer = sql`'{"data":' || ${arrayText(rows(placeholders))}
      || ',"pagination":' || (
        select row_to_json(pagination)::text from (
          select total, ${page} as page, ${take} as limit,
            total > ${skip} + ${take} as "hasMore" ${withTotalPages ? totalPages : sql``}
          from (${total(placeholders)}) counted
        ) pagination
      ) || '}'`
    return sql`select ${onlyIf(exists?.(placeholders), answer)} as answer`
  })
}

/** Null unless the query has a row. */
const onlyIf = (condition: Rows<unknown> | undefined, answer: RawBuilder<unknown>) =>
  condition ? sql`case when exists (${condition}) then ${answer} end` : answer

type ObjectAnswer<P extends Parameters, R extends z.ZodType> = {
  name: string
  response: R
  parameters: P
  /** One row of the answer's properties at most. */
  row: (placeholders: Placeholders<P>) => Rows<JsonSource<z.input<R>>>
}

/** An object of one row; null without a row. */
export function jsonObject<P extends Parameters, R extends z.ZodType>({
  name,
  response,
  parameters,
  row,
}: ObjectAnswer<P, R>): JsonAnswer<P> {
  return defineAnswer(
    name,
    response,
    parameters,
    (placeholders) => sql`select row_to_json(answer)::text from (${row(placeholders)}) answer`,
  )
}

/** The rows of a query as a value of type json, for a column of another query; `[]` without rows. */
export const jsonArrayOf = <O>(rows: Rows<O>): RawBuilder<O[]> =>
  sql`coalesce((select json_agg(row_to_json(line)) from (${rows}) line), '[]')`

/** The one row of a query as a value of type json, for a column of another query; null without a row. */
export const jsonObjectOf = <O>(row: Rows<O>): RawBuilder<O | null> =>
  sql`(select row_to_json(line) from (${row}) line)`

/** The rows of a query as the text of a JSON array. */
export const arrayText = (rows: Rows<unknown>) =>
  sql`coalesce((select json_agg(row_to_json(line))::text from (${rows}) line), '[]')`

/** The same for rows of columns in these forms. */
function formattedText(rows: Rows<unknown>, forms: Readonly<Record<string, "plain" | "value">>) {
  const places = Object.entries(forms).map(
    ([name, form]) => `"${name}":${form === "plain" ? '"%s"' : "%s"}`,
  )
  // A boolean cast to text is "true", not "t".
  const columns = sql.join(Object.keys(forms).map((name) => sql`${sql.ref(name)}::text`))
  return sql`'[' || coalesce((
    select string_agg(format(${sql.lit(`{${places}}`)}, ${columns}), ',') from (${rows}) line
  ), '') || ']'`
}

type Build<P extends Parameters> = (
  placeholders: Placeholders<P>,
) => RawBuilder<unknown> | Compilable<unknown>

/**
 * An answer whose query has the text in its first column, for shapes that the functions above do not make. Only tests
 * compare it with the response schema.
 */
export function defineAnswer<P extends Parameters>(
  name: string,
  response: z.ZodType,
  parameters: P,
  build: Build<P>,
): JsonAnswer<P> {
  const read = defineAnswerRow(name, response, parameters, build)
  return async (input) => (await read(input))?.answer ?? null
}

/** The same with the query's second column, which no response shows. */
export function defineAnswerRow<P extends Parameters>(
  name: string,
  response: z.ZodType,
  parameters: P,
  build: Build<P>,
): (input: Input<P>) => Promise<JsonRow | null> {
  const compile = compileOnce(parameters, build)
  return async (input) => {
    const key = `${name}\n${JSON.stringify(input)}`
    const row = await readCompiled(key, () => compile(input))
    if (row && env().NODE_ENV === "test") assertAnswer(name, response, row.answer.text)
    return row
  }
}

/** Throws unless the schema takes the answer whole, without a property too many. */
export function assertAnswer(name: string, response: z.ZodType, text: string) {
  const answer: unknown = JSON.parse(text)
  const encoded = response.safeEncode(response.parse(answer))
  if (!encoded.success || !isDeepStrictEqual(encoded.data, answer)) {
    throw new Error(`The answer of ${name} is not what its response schema says: ${text}`)
  }
}
