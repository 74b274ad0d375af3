import { isDeepStrictEqual } from "node:util"
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { z } from "zod"
import { skipTake } from "@/lib/api/pagination"
import type { Prepared } from "@/lib/api/reply"
import { db } from "@/lib/db/client"
import type { JsonSource } from "@/lib/db/column-types"
import { readCompiled } from "@/lib/db/json-query"
import type { JsonRow } from "@/lib/db/snapshot-cache"
import { env } from "@/lib/env"
import type { Database } from "@/lib/generated/database"

/** What a query depends on: the key of its answer is its JSON. */
type Input = Record<string, unknown>

// biome-ignore lint/suspicious/noExplicitAny: which tables a query reads does not matter to its answer
type Rows<O> = SelectQueryBuilder<any, any, O>

type Page = z.ZodType<unknown, { data: unknown[] }>
type ItemOf<R extends Page> = JsonSource<z.input<R>["data"][number]>

/** Answers requests with text that PostgreSQL made; null while the definition's `exists` has no row. */
export type JsonAnswer<I> = (input: I, snapshot?: string) => Promise<Prepared | null>

/** For definitions without `exists`, which always answer. */
export function present(answer: Prepared | null): Prepared {
  if (!answer) throw new Error("A query without a condition gave no answer")
  return answer
}

type CursorPage<I, R extends Page, Found> = {
  /** Unique: the first part of the key of each answer. */
  name: string
  response: R
  /** There is no answer while this query has no row. */
  exists?: (input: I) => Rows<unknown>
  /** The rows after the cursor, by `id` and the newest first: one more than `limit`. */
  rows: (input: I) => Rows<Found>
  /** The columns of the answer, from the table `page`: the rows without the one too many. */
  select: (queries: Kysely<Database & { page: Found }>) => Rows<ItemOf<R>>
}

/** A list with a cursor: whether there are more is told by the row that is too many. */
export function cursorPage<
  I extends Input & { limit: number },
  R extends Page,
  Found extends { id: string },
>({ name, response, exists, rows, select }: CursorPage<I, R, Found>): JsonAnswer<I> {
  const build = (input: I) => {
    const limit = sql<number>`${input.limit}::int`
    const page = sql`
      with found as materialized (
        select *, row_number() over (order by id desc) as place from (${rows(input)}) newest
      ), page as (select * from found where place <= ${limit})
      select '{"data":' || ${arrayText(select(db.withTables<{ page: Found }>()))}
        || ',"pagination":' || (
          select row_to_json(pagination)::text from (
            select ${limit} as limit, count(*) > ${limit} as "hasMore",
              case when count(*) > ${limit}
                then (min(id) filter (where place <= ${limit}))::text end as "nextCursor"
            from found
          ) pagination
        ) || '}'`
    return sql`select ${onlyIf(exists?.(input), sql`(${page})`)} as answer`
  }
  return defineAnswer(name, response, build)
}

type OffsetInput = Input & { page: number; limit: number }

type OffsetPage<I, R extends Page> = {
  name: string
  response: R
  exists?: (input: I) => Rows<unknown>
  /** The rows of the page alone, with the columns of the answer. */
  rows: (input: I, page: { skip: number; take: number }) => Rows<ItemOf<R>>
  /** How many rows there are on all pages. */
  total: (input: I) => Rows<{ total: unknown }>
  /** Adds `totalPages` to the pagination. */
  withTotalPages?: boolean
}

/** A list with page numbers. */
export function offsetPage<I extends OffsetInput, R extends Page>({
  name,
  response,
  exists,
  rows,
  total,
  withTotalPages,
}: OffsetPage<I, R>): JsonAnswer<I> {
  const build = (input: I) => {
    const { skip, take } = skipTake(input)
    const limit = sql<number>`${take}::int`
    const totalPages = sql`, (total + ${limit} - 1) / ${limit} as "totalPages"`
    const answer = sql`'{"data":' || ${arrayText(rows(input, { skip, take }))}
      || ',"pagination":' || (
        select row_to_json(pagination)::text from (
          select total, ${input.page}::int as page, ${limit} as limit,
            total > ${skip}::bigint + ${limit} as "hasMore" ${withTotalPages ? totalPages : sql``}
          from (${total(input)}) counted
        ) pagination
      ) || '}'`
    return sql`select ${onlyIf(exists?.(input), answer)} as answer`
  }
  return defineAnswer(name, response, build)
}

/** Null unless the query has a row. */
const onlyIf = (condition: Rows<unknown> | undefined, answer: RawBuilder<unknown>) =>
  condition ? sql`case when exists (${condition}) then ${answer} end` : answer

type ObjectAnswer<I, R extends z.ZodType> = {
  name: string
  response: R
  /** One row of the answer's properties at most. */
  row: (input: I) => Rows<JsonSource<z.input<R>>>
}

/** An object of one row; null without a row. */
export function jsonObject<I extends Input, R extends z.ZodType>({
  name,
  response,
  row,
}: ObjectAnswer<I, R>): JsonAnswer<I> {
  return defineAnswer(
    name,
    response,
    (input) => sql`select row_to_json(answer)::text from (${row(input)}) answer`,
  )
}

/** The rows of a query as a value of type json, for a column of another query; `[]` without rows. */
export const jsonArrayOf = <O>(rows: Rows<O>): RawBuilder<O[]> =>
  sql`coalesce((select json_agg(row_to_json(line)) from (${rows}) line), '[]')`

/** The one row of a query as a value of type json, for a column of another query; null without a row. */
export const jsonObjectOf = <O>(row: Rows<O>): RawBuilder<O | null> =>
  sql`(select row_to_json(line) from (${row}) line)`

const arrayText = (rows: Rows<unknown>) =>
  sql`coalesce((select json_agg(row_to_json(line))::text from (${rows}) line), '[]')`

/**
 * An answer whose query has the text in its first column, for shapes that the functions above do not make.
 * The response schema is not compared with it before a test runs it.
 */
export function defineAnswer<I extends Input>(
  name: string,
  response: z.ZodType,
  build: (input: I) => RawBuilder<unknown>,
): JsonAnswer<I> {
  const read = defineAnswerRow(name, response, build)
  return async (input, snapshot) => (await read(input, snapshot))?.answer ?? null
}

/** The same with the query's second column, which no response shows. */
export function defineAnswerRow<I extends Input>(
  name: string,
  response: z.ZodType,
  build: (input: I) => RawBuilder<unknown>,
): (input: I, snapshot?: string) => Promise<JsonRow | null> {
  return async (input, snapshot) => {
    const key = `${name}\n${JSON.stringify(input)}`
    const row = await readCompiled(key, () => build(input).compile(db), snapshot)
    if (row && env().NODE_ENV === "test") assertAnswer(name, response, row.answer.text)
    return row
  }
}

/** Throws unless the schema takes the answer whole, without a property too many. */
function assertAnswer(name: string, response: z.ZodType, text: string) {
  const answer: unknown = JSON.parse(text)
  const encoded = response.safeEncode(response.parse(answer))
  if (!encoded.success || !isDeepStrictEqual(encoded.data, answer)) {
    throw new Error(`The answer of ${name} is not what its response schema says: ${text}`)
  }
}
