import pg from "pg"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { together } from "@/lib/db/together"
import { canWrite, copyInto, toBinaryRows } from "@/lib/events/binary-rows"
import { insertRows } from "@/lib/events/bulk-writes"

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })

const types = {
  ...{ id: "bigint", count: "integer", kind: "smallint", is_on: "boolean", time: "timestamptz" },
  ...{ amount: "numeric", name: "text", data: "jsonb", hash: "bytea" },
}
const columns = Object.entries(types).map(([property, type]) => ({ property, type }))
const COPY = "copy every_type from stdin (format binary)"

beforeAll(async () => {
  await client.connect()
  const declared = Object.entries(types).map(([name, type]) =>
    type === "numeric" ? `${name} numeric(78, 0)` : `${name} ${type}`,
  )
  await client.query(`create temporary table every_type (${declared}, unique (id))`)
})
beforeEach(() => client.query("truncate every_type"))
afterAll(() => client.end())

const nothing = Object.fromEntries(columns.map(({ property }) => [property, null]))

const readText = async (column: string) => {
  const query = `select ${column}::text as value from every_type order by id`
  return (await client.query(query)).rows.map(({ value }) => value)
}

const copyValues = (property: string, values: readonly unknown[]) => {
  const rows = values.map((value, id) => ({ ...nothing, id, [property]: value }))
  return copyInto(client, COPY, toBinaryRows(rows, columns))
}

test.each<[string, readonly unknown[], readonly (string | null)[]]>([
  ["count", [-1, 2 ** 31 - 1, null], ["-1", "2147483647", null]],
  ["kind", [0, -32768], ["0", "-32768"]],
  ["is_on", [true, false], ["true", "false"]],
  ["time", [0, 1_764_000_000], ["1970-01-01 00:00:00+00", "2025-11-24 16:00:00+00"]],
  ["name", ["", 'Ünï "c\\ode", {NULL}', "NULL"], ["", 'Ünï "c\\ode", {NULL}', "NULL"]],
  ["data", ['{"a": [1, "é"]}', null], ['{"a": [1, "é"]}', null]],
  ["hash", ["0x", "0x00ff"], ["\\x", "\\x00ff"]],
])("%s is stored as it is", async (property, values, stored) => {
  await copyValues(property, values)
  expect(await readText(property)).toEqual(stored)
})

test("amounts of every length are stored as they are", async () => {
  const amounts = Array.from({ length: 79 }, (_, i) => 10n ** BigInt(i) - 1n)
  const all = [...amounts, ...amounts.map((one) => -one), 10_000n, 1_0000_0000n, 2n ** 256n - 1n]
  await copyValues("amount", all)
  expect(await readText("amount")).toEqual(all.map(String))
})

test("ids of more than 32 bits are stored as they are", async () => {
  const ids = [-5_000_000_000, -1, 0, 2 ** 32, 2 ** 53 - 1]
  const rows = ids.map((id) => ({ ...nothing, id }))
  await copyInto(client, COPY, toBinaryRows(rows, columns))
  expect(await readText("id")).toEqual(ids.map(String))
})

test("a value beyond its column is refused", async () => {
  await expect(copyValues("amount", [10n ** 78n])).rejects.toMatchObject({ code: "22003" })
  await expect(copyValues("name", ["\0"])).rejects.toMatchObject({ code: "22021" })
  expect(() => copyValues("count", [2 ** 31])).toThrow(RangeError)
  expect(() => copyValues("hash", ["0xzz"])).toThrow(RangeError)
  expect(canWrite([{ property: "products", type: "text[]" }])).toBe(false)
})

test("many rows are sent between other statements, which see them", async () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ ...nothing, id, name: "x".repeat(20) }))
  const [, , counted] = await together(client, () => [
    client.query("begin"),
    copyInto(client, COPY, toBinaryRows(rows, columns)),
    client.query("select count(*)::int as count from every_type"),
  ])
  await client.query("commit")
  expect(counted.rows).toEqual([{ count: 20_000 }])
})

test("the refusal of rows fails what follows in the transaction, and leaves the connection as it was", async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({ ...nothing, id: i % 4_999 }))
  const failed = together(client, () => [
    client.query("begin"),
    copyInto(client, COPY, toBinaryRows(rows, columns)),
    copyInto(client, COPY, toBinaryRows(rows, columns)),
    client.query("select 1"),
  ])
  await expect(failed).rejects.toMatchObject({ code: "23505" })
  await client.query("rollback")
  await copyValues("name", ["after"])
  expect(await readText("name")).toEqual(["after"])
})

test("a long list of rows and a short one are stored alike", async () => {
  const headerOf = (number: number) => {
    const hash = `0x${number.toString(16).padStart(64, "0")}`
    return { number, hash, parentHash: hash, time: 1_700_000_000 }
  }
  const first = 2_000_000_000
  const long = Array.from({ length: 33 }, (_, i) => headerOf(first + i))
  const read = `select number, encode(hash, 'hex') as hash, parent_hash = hash as same,
    time from block where number >= ${first} order by number`
  await client.query("begin")
  await insertRows(client, "block", long)
  const copied = (await client.query(read)).rows
  await client.query("rollback; begin")
  for (const each of long) await insertRows(client, "block", [each])
  expect((await client.query(read)).rows).toEqual(copied)
  expect(copied.length).toBe(33)
  await client.query("rollback")
})
