import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"

let client: pg.PoolClient

beforeAll(async () => {
  client = await pool().connect()
  await client.query("create temporary table made (name text primary key)")
})
afterAll(() => client.release(true))

const insert = (name: string) => ({ text: "insert into made values ($1)", values: [name] })
const names = async () => (await client.query("select name from made order by name")).rows

test("the last statement is part of the transaction", async () => {
  const work = async () => {
    await client.query(insert("first"))
    return "last"
  }
  expect(await withWriteLock(client, work, { last: insert })).toBe("last")
  expect(await names()).toEqual([{ name: "first" }, { name: "last" }])
})

test("when the last statement fails, nothing is stored, and its error is thrown", async () => {
  const work = async () => {
    await client.query(insert("lost"))
    return "last"
  }
  await expect(withWriteLock(client, work, { last: insert })).rejects.toMatchObject({
    code: "23505",
  })
  expect(await names()).toEqual([{ name: "first" }, { name: "last" }])
  // The lock and the connection are free again.
  await withWriteLock(client, () => client.query(insert("next")))
  expect(await names()).toHaveLength(3)
})
