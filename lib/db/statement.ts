import { type Compilable, type RawBuilder, sql } from "kysely"
import { LRUCache } from "lru-cache"
import pg from "pg"
import { type Connection, db, isTransaction, pool, reader } from "@/lib/db/client"
import { isShortList, planNameOf, requestPlanName } from "@/lib/db/pool"
import { readRows } from "@/lib/db/transaction-queries"

/** The JavaScript type of a parameter's values, by its SQL type. */
type Values = {
  text: string
  integer: number
  smallint: number
  bigint: string | number
  numeric: string
  "double precision": number
  boolean: boolean
  timestamptz: Date | string
}

type SqlType = keyof Values | `${keyof Values}[]`
type ValueOf<T extends string> = T extends `${infer E extends keyof Values}[]`
  ? readonly Values[E][]
  : T extends keyof Values
    ? Values[T]
    : never

const CONSTANT = Symbol("constant")
type Constant<T> = { readonly [CONSTANT]: T }

/** A parameter that decides the statement's text, such as an order: each value compiles a separate statement. */
export const constant = <T extends string | number | boolean | null>(): Constant<T> => ({
  [CONSTANT]: undefined as unknown as T,
})

/** Parameters by name: a type of SQL, `"integer?"` for an optional one, or `constant<…>()`. */
export type Parameters = Record<string, SqlType | `${SqlType}?` | Constant<unknown>>

type OptionalKeys<P extends Parameters> = {
  [K in keyof P]: P[K] extends `${string}?` ? K : never
}[keyof P]

type InputOf<S> =
  S extends Constant<infer T>
    ? T
    : S extends `${infer T}?`
      ? ValueOf<T>
      : S extends string
        ? ValueOf<S>
        : never

/** The values a statement is run with. */
export type Input<P extends Parameters> = {
  [K in Exclude<keyof P, OptionalKeys<P>>]: InputOf<P[K]>
} & { [K in OptionalKeys<P>]?: InputOf<P[K]> | undefined }

/** The inputs from which a statement is built: an expression per parameter, the value of a constant. */
export type Placeholders<P extends Parameters> = {
  [K in keyof P]: P[K] extends Constant<infer T>
    ? T
    : P[K] extends `${string}?`
      ? RawBuilder<Scalar<InputOf<P[K]>>> | undefined
      : RawBuilder<Scalar<InputOf<P[K]>>>
}

/** Bigint columns are compared as text, time columns as dates. */
type Scalar<T> = [T] extends [string | number]
  ? string extends T
    ? string
    : T
  : [T] extends [Date | string]
    ? Date
    : T

/**
 * Hides a value from PostgreSQL's planner. For a visible value such as a limit it expects fewer rows than a kept plan
 * would read, and so plans the prepared statement again at each run, which takes longer than running it.
 */
export const unplanned = <T>(value: RawBuilder<T>): RawBuilder<T> => sql`(select ${value})`

class Placeholder {
  constructor(readonly name: string) {}
}

export type Compiled = { text: string; values: unknown[]; name: string | undefined }

/** Each connection keeps the plan of every named statement, so only the first forms of a query get a name. */
const NAMED_FORMS = 8
/** Callers choose the constants, so the number of their combinations has no bound: this many texts are kept. */
const KEPT_FORMS = 200

/** Connections of writers, which run the same few statements again and again. */
const keepers = new WeakMap<Connection, boolean>()

/** Lets a connection keep the plans of the statements that write few rows; planning takes longer than running them. */
export function keepPlans(client: Connection) {
  if (!keepers.has(client)) keepers.set(client, true)
}

/** Permanently, because the connection's kept plans are outdated. */
export const dropPlans = (client: Connection) => keepers.set(client, false)

/** The name for a statement whose longest list has this length; none where no plan should be kept. */
export const planName = (client: Connection, text: string, length: number) =>
  isShortList(length) && keepers.get(client) ? planNameOf(text) : undefined

/** Length of the longest list among the values. */
const longestOf = (values: readonly unknown[]) =>
  Math.max(0, ...values.map((value) => (Array.isArray(value) ? value.length : 0)))

/**
 * Builds and compiles a query once for each set of present parameters and each value of its constants, because
 * compiling takes as long as a small query. `name` names a prepared statement; with a long list there is none.
 */
export function compileOnce<P extends Parameters>(
  parameters: P,
  build: (placeholders: Placeholders<P>) => Compilable<unknown> | RawBuilder<unknown>,
): (input: Input<P>) => Compiled {
  const forms = new LRUCache<string, Omit<Compiled, "values"> & { values: readonly unknown[] }>({
    max: KEPT_FORMS,
  })
  const named = new Set<string>()
  const constants = Object.keys(parameters).filter((name) => typeof parameters[name] !== "string")
  return (input) => {
    const inputs: Record<string, unknown> = input
    const key = Object.keys(parameters)
      .filter((name) => inputs[name] !== undefined)
      .concat(constants.map((name) => `${inputs[name]}`))
      .join()
    let statement = forms.get(key)
    if (!statement) {
      const query = build(placeholdersOf(parameters, inputs))
      const { sql, parameters: values } = (query as RawBuilder<unknown>).compile(db)
      if (named.size < NAMED_FORMS) named.add(key)
      statement = { text: sql, values, name: named.has(key) ? requestPlanName(sql) : undefined }
      forms.set(key, statement)
    }
    const values = statement.values.map((value) =>
      value instanceof Placeholder ? inputs[value.name] : value,
    )
    const name = isShortList(longestOf(values)) ? statement.name : undefined
    return { text: statement.text, name, values }
  }
}

function placeholdersOf<P extends Parameters>(parameters: P, inputs: Record<string, unknown>) {
  const entries = Object.entries(parameters).map(([name, type]) => {
    if (typeof type !== "string" || inputs[name] === undefined) return [name, inputs[name]]
    const cast = sql.raw(`::${type.replace("?", "")}`)
    return [name, sql`${sql.val(new Placeholder(name))}${cast}`]
  })
  return Object.fromEntries(entries) as Placeholders<P>
}

/** Runs a compiled query on a connection. */
export async function runOn<O>(client: Connection, { text, values, name }: Compiled): Promise<O[]> {
  if (isTransaction(client)) return readRows<O>(client, text, values)
  return (await client.query({ text, values, name })).rows
}

/**
 * A query that is compiled once; runs on the request pool, there as a prepared statement, or on the client given.
 */
export function statement<P extends Parameters, O>(
  parameters: P,
  build: (placeholders: Placeholders<P>) => Compilable<O>,
): (input: Input<P>, client?: Connection) => Promise<O[]> {
  const compile = compileOnce(parameters, build)
  return async (input, client) => {
    const { text, values, name } = compile(input)
    if (client) {
      return runOn(client, { text, values, name: planName(client, text, longestOf(values)) })
    }
    const { rows } = await reader()
      .query({ text, values, name })
      .catch((error: unknown) => {
        if (isOutdatedPlan(error)) return pool().query(text, values)
        throw error
      })
    return rows
  }
}

/** A migration changed the columns of a prepared statement, which PostgreSQL then refuses to run. */
export const isOutdatedPlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  error.code === "0A000" &&
  error.routine === "RevalidateCachedQuery"
