import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { compileOnce, constant, unplanned } from "@/lib/db/statement"

const ROWS = 20_000
/** PostgreSQL plans a statement for its values five times before it compares that with a plan for all values. */
const RUNS = 12

beforeAll(async () => {
  await pool().query("create table entry (id bigint primary key, text text not null)")
  await pool().query(`insert into entry select n, 'entry ' || n from generate_series(1, ${ROWS}) n`)
  await pool().query("analyze entry")
})

afterAll(() => pool().query("drop table entry"))

const parameters = { cursor: "bigint", limit: "integer" } as const

const entries = (isHidden: boolean) =>
  compileOnce(parameters, ({ cursor, limit }) => {
    const hide = isHidden ? unplanned : <T>(value: T) => value
    return sql`select id from entry where id < ${hide(cursor)} order by id desc limit ${hide(limit)}`
  })

/** How often a prepared statement was run by a plan of its own and by the kept one; and what it answered. */
async function runRepeatedly(isHidden: boolean) {
  const compile = entries(isHidden)
  const client = await pool().connect()
  try {
    const results: string[][] = []
    for (let run = 0; run < RUNS; run++) {
      const { rows } = await client.query<{ id: string }>(
        compile({ cursor: 1_000 + run, limit: 3 }),
      )
      results.push(rows.map(({ id }) => id))
    }
    const { rows } = await client.query<{ generic: string; custom: string }>(
      `select generic_plans as generic, custom_plans as custom from pg_prepared_statements where name = $1`,
      [compile({ cursor: 1, limit: 1 }).name],
    )
    return { plans: rows, results }
  } finally {
    client.release()
  }
}

test("a statement is planned at each run while PostgreSQL knows its limit", async () => {
  const { plans } = await runRepeatedly(false)
  expect(plans).toEqual([{ generic: "0", custom: `${RUNS}` }])
})

test("a value that is not planned lets it keep the plan, and the answer is the same", async () => {
  const { plans, results } = await runRepeatedly(true)
  expect(plans).toEqual([{ generic: `${RUNS - 5}`, custom: "5" }])
  expect(results[0]).toEqual(["999", "998", "997"])
  expect(results).toEqual((await runRepeatedly(false)).results)
})

test("a statement of more constants than are kept is named as before, and no other", () => {
  const compile = compileOnce(
    { length: constant<number>() },
    ({ length }) => sql`select ${sql.lit(length)}`,
  )
  const first = compile({ length: 0 })
  for (let length = 1; length < 1_000; length++) compile({ length })
  expect(first.name).toBeDefined()
  expect(compile({ length: 0 })).toEqual(first)
  expect(compile({ length: 999 }).name).toBeUndefined()
})

test("a statement with a list is prepared while the list is short", () => {
  const compile = compileOnce({ ids: "bigint[]" }, ({ ids }) => sql`select unnest(${ids})`)
  const listOf = (length: number) => Array.from({ length }, (_, at) => `${at}`)
  const { name } = compile({ ids: listOf(32) })
  expect(name).toBeDefined()
  expect(compile({ ids: listOf(33) }).name).toBeUndefined()
  expect(compile({ ids: [] }).name).toBe(name)
})
