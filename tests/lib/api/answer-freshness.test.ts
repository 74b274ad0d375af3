import { sql } from "kysely"
import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { keepAnswer, openAnswerCache } from "@/lib/api/answer-cache"
import { readSnapshot, versionOf } from "@/lib/api/snapshot"
import { db, pool } from "@/lib/db/client"
import { defineAnswer, present } from "@/lib/db/json-answer"
import { PEOPLE } from "@/lib/db/topic-versions"

const readNames = defineAnswer("names", z.array(z.string()), {}, () =>
  db
    .selectFrom("profile")
    .select(({ ref }) => sql`json_agg(${ref("avatar_url")})::text`.as("text"))
    .where("wallet", "=", "named"),
)
const readText = defineAnswer("text", z.string(), { text: "text" }, ({ text }) =>
  db.selectNoFrom(sql`to_json(${text})::text`.as("text")).where(sql<boolean>`${text} <> 'none'`),
)
const RENAME = `insert into profile (wallet, avatar_url) values ('named', $1)
  on conflict (wallet) do update set avatar_url = $1`

const ask = async () => {
  const cache = openAnswerCache()
  const version = versionOf(await readSnapshot([PEOPLE]), "none")
  const make = async () => ({ body: present(await readNames({})), headers: [] })
  return (await keepAnswer(cache, "names", version, make)).body
}

/** Another process: its writes pass by this one's memory. */
let other: pg.Client

beforeAll(async () => {
  other = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await other.connect()
  // Connects.
  await readSnapshot()
})

afterAll(() => other.end())

beforeEach(async () => {
  await other.query(RENAME, ["One"])
})

describe("an answer kept for its snapshot", () => {
  test("is given again while nothing was written", async () => {
    expect(await ask()).toBe(await ask())
    expect((await ask()).text).toBe('["One"]')
  })

  test("is not given to the next request after a commit elsewhere", async () => {
    for (let turn = 0; turn < 50; turn++) {
      await ask()
      await other.query(RENAME, [`Turn ${turn}`])
      expect((await ask()).text).toBe(`["Turn ${turn}"]`)
    }
  })

  test("ends with the commit of a transaction that was open when it was made", async () => {
    await other.query("begin")
    await other.query(RENAME, ["Two"])
    // A later transaction that ends first, so that the open one lies below the newest.
    await pool().query("delete from points_due where wallet = 'nobody'")
    expect((await ask()).text).toBe('["One"]')
    await other.query("commit")
    expect((await ask()).text).toBe('["Two"]')
  })

  test("shows nothing of a savepoint before its transaction commits, and all of it after", async () => {
    await other.query("begin")
    await other.query(RENAME, ["Two"])
    await other.query("savepoint inner_step")
    await other.query(RENAME, ["Three"])
    await other.query("release savepoint inner_step")
    expect((await ask()).text).toBe('["One"]')
    await other.query("commit")
    expect((await ask()).text).toBe('["Three"]')
  })

  test("stays right after a rollback", async () => {
    await other.query("begin")
    await other.query(RENAME, ["Two"])
    await ask()
    await other.query("rollback")
    expect((await ask()).text).toBe('["One"]')
  })

  test("is of these values alone, and no row is no answer", async () => {
    expect((await readText({ text: "a" }))?.text).toBe('"a"')
    expect((await readText({ text: "b" }))?.text).toBe('"b"')
    expect(await readText({ text: "none" })).toBeNull()
  })

  test("is forgotten with a new connection, whose server may count anew", async () => {
    const before = await ask()
    const clients = await Promise.all(
      Array.from({ length: pool().totalCount + 1 }, () => pool().connect()),
    )
    for (const client of clients) client.release()
    expect(await ask()).not.toBe(before)
  })
})
