import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { together } from "@/lib/db/together"

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })

beforeAll(async () => {
  await client.connect()
  await client.query("create temporary table step (place serial, name text unique)")
})
afterAll(() => client.end())

const add = (name: string) => client.query("insert into step (name) values ($1)", [name])
const names = async () =>
  (await client.query("select name from step order by place")).rows.map(({ name }) => name)

test("statements run in the order in which they are started, and are answered in it", async () => {
  const [, , count] = await together(client, () => [
    add("one"),
    add("two"),
    client.query("select count(*)::int as count from step"),
  ])
  expect(count.rows).toEqual([{ count: 2 }])
  expect(await names()).toEqual(["one", "two"])
})

test("no statement waits for the answer of the one before", async () => {
  const order: string[] = []
  const slow = client.query.bind(client)
  await together(client, () => [
    slow("select pg_sleep(0.2)").then(() => order.push("answered")),
    Promise.resolve(slow("select 1")).then(() => order.push("next")),
    Promise.resolve().then(() =>
      order.push(`sent ${Reflect.get(client, "_sentQueryQueue").length}`),
    ),
  ])
  expect(order).toEqual(["sent 1", "answered", "next"])
})

test("in a transaction the error is that of the statement that failed, not of those after it", async () => {
  await client.query("begin")
  const failed = together(client, () => [
    add("three").then(() => add("four")),
    add("three"),
    add("five"),
  ])
  await expect(failed).rejects.toMatchObject({ code: "23505" })
  await client.query("rollback")
  expect(await names()).toEqual(["one", "two"])
})

test("afterwards the connection is as it was", async () => {
  expect(Reflect.get(client, "pipeline")).toBe(false)
  await together(client, () => [together(client, () => [add("six")]), add("seven")])
  expect(Reflect.get(client, "pipeline")).toBe(false)
  expect(await names()).toEqual(["one", "two", "six", "seven"])
})
