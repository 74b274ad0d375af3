import { type AliasedExpression, type RawBuilder, sql } from "kysely"
import type { Database } from "@/lib/generated/database"
import { MAX_ID } from "./row-ids"

/** A source of ids in a query, as the table `found`. */
export type FoundIds = AliasedExpression<{ id: string }, "found">

type NewestIds<T extends keyof Database> = {
  /** A table with the index (wallet, labels, id). */
  table: T
  /** The labels' columns in the order of the index, each with the column of table `wanted` that it equals. */
  labels: { [C in keyof Database[T] & string]?: string }
  /** SQL of a table `wanted` with the sets of labels. */
  labelSets: RawBuilder<unknown>
  wallet: RawBuilder<string>
  skip: RawBuilder<unknown>
  take: RawBuilder<unknown>
}

/** Ids of a wallet's newest rows: each set of labels is read in the order of the index, and the few rows are merged. */
export function newestIds<T extends keyof Database>(options: NewestIds<T>): FoundIds {
  const { table, labels, labelSets, wallet, skip, take } = options
  const columns = ["wallet", ...Object.keys(labels), "id"].map((name) => sql.ref(`m.${name}`))
  const order = columns.map((column) => sql`${column} desc`)
  const place = sql`(${sql.join(columns)})`
  const values = Object.values(labels).map((name) => sql.ref(`wanted.${name}`))
  const start = sql.join([wallet, ...values])
  // Bounds of all columns of the index: with equality the planner might walk all ids.
  return sql<{ id: string }>`(
    select found.id from ${labelSets} cross join lateral (
      select m.id from ${sql.table(table)} m
      where ${place} >= (${start}, 0::bigint) and ${place} < (${start}, ${sql.lit(MAX_ID)}::bigint)
      order by ${sql.join(order)} limit ${take} + ${skip}
    ) found order by found.id desc limit ${take} offset ${skip}
  )`.as<"found">(sql`found`)
}
