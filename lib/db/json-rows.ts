import type { Expression, SelectQueryBuilder } from "kysely"
import { sql } from "kysely"
import type { ClientBase } from "pg"
import type { z } from "zod"
import { integerText } from "@/lib/db/codecs"
import type { JsonSource } from "@/lib/db/column-types"
import { assertAnswer, jsonObjectOf, type Rows } from "@/lib/db/json-answer"
import { compileOnce, type Input, type Parameters, type Placeholders } from "@/lib/db/statement"
import { env } from "@/lib/env"

type Definition<P extends Parameters, R extends z.ZodType> = {
  /** For messages of tests. */
  name: string
  /** Schema of one row. */
  response: R
  parameters: P
  rows: (
    placeholders: Placeholders<P>,
    // biome-ignore lint/suspicious/noExplicitAny: which tables a query reads does not matter to its rows
  ) => SelectQueryBuilder<any, any, { key: string; row: JsonSource<z.input<R>> }>
}

/**
 * Single rows of a list, each as the list has it: JSON text that PostgreSQL makes, by key. Reads on the client given.
 */
export function jsonRows<P extends Parameters, R extends z.ZodType>({
  name,
  response,
  parameters,
  rows,
}: Definition<P, R>): (input: Input<P>, client: ClientBase) => Promise<Map<string, string>> {
  const compile = compileOnce(
    parameters,
    (placeholders) => sql`select key, row::text from (${rows(placeholders)}) as found`,
  )
  return async (input, client) => {
    const { text, values } = compile(input)
    const result = await client.query<{ key: string; row: string }>({ text, values })
    const byKey = new Map(result.rows.map(({ key, row }) => [key, row]))
    if (env().NODE_ENV === "test")
      for (const row of byKey.values()) assertAnswer(name, response, row)
    return byKey
  }
}

/** The columns of `rows` for a row that its id names. */
export const keyedRow = <O>(id: Expression<string>, row: Rows<O>) =>
  [integerText(id).as("key"), jsonObjectOf(row).$notNull().as("row")] as const

export const isIdOf = (id: Expression<string>, ids: Expression<unknown>) =>
  sql<boolean>`${id} = any(${ids})`
