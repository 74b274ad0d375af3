import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { execa } from "execa"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { listPending, migrate } from "@/scripts/database/migrate.mjs"

const CONCURRENTLY = "-- migrate: outside a transaction\n"
const BATCHES = "-- migrate: in batches\n"

const admin = new pg.Client({ connectionString: inject("adminUrl") })
const name = `${inject("databases")}${randomBytes(4).toString("hex")}`
const url = new URL(inject("adminUrl"))
url.pathname = `/${name}`

let folder = ""
const clients: pg.Client[] = []
let lines: string[] = []

beforeAll(() => admin.connect())
afterAll(() => admin.end())
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "atoll-migrations-"))
  lines = []
  await admin.query(`create database "${name}"`)
  add(
    "1_start",
    "create table item (id int primary key, kind text); insert into item select n, n % 7 from generate_series(1, 100) n;",
  )
  await run()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await admin.query(`drop database "${name}" with (force)`)
  rmSync(folder, { recursive: true })
})

function add(migration: string, sql: string) {
  mkdirSync(path.join(folder, migration), { recursive: true })
  writeFileSync(path.join(folder, migration, "migration.sql"), sql)
}

const run = (limits = {}) =>
  migrate(url.href, folder, (line) => lines.push(line), undefined, limits)

async function connect() {
  const client = new pg.Client({ connectionString: url.href })
  clients.push(client)
  await client.connect()
  return client
}

async function query<T extends pg.QueryResultRow>(sql: string) {
  const client = await connect()
  return (await client.query<T>(sql)).rows
}

const findIndex = () =>
  query(
    "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid = to_regclass('item_kind')",
  )

test("an index is made outside a transaction, beside readers and writers", async () => {
  add("2_index", `${CONCURRENTLY}create index concurrently "item_kind" on "item" ("kind");\n`)
  const reader = await connect()
  await reader.query("begin isolation level repeatable read; select count(*) from item")
  const migration = run()
  await sleep(500)
  // The index waits for the reader; nobody waits for the index.
  const writer = await connect()
  await writer.query("set lock_timeout = 100; insert into item values (200, 'late')")
  await reader.query("commit")
  expect(await migration).toBe(1)
  expect(await findIndex()).toEqual([{ name: "item_kind", valid: true }])
  expect(await run()).toBe(0)
})

test("an index that cannot be made leaves nothing, and is made when its reason is gone", async () => {
  const sql = `${CONCURRENTLY}-- One of each kind.\ncreate unique index concurrently "item_kind" on "item" ("kind");\n`
  add("2_index", sql)
  await expect(run()).rejects.toThrow("could not create unique index")
  expect(await findIndex()).toEqual([])
  // A process that was killed leaves an index that is not valid.
  await expect(query(sql)).rejects.toThrow()
  expect(await findIndex()).toEqual([{ name: "item_kind", valid: false }])
  expect(await listPending(url.href, folder)).toEqual(["2_index"])
  await query("update item set kind = id")
  expect(await run()).toBe(1)
  expect(await findIndex()).toEqual([{ name: "item_kind", valid: true }])
  expect(lines).toContain("dropping what an interrupted try left of the index item_kind")
})

test("a file of several indexes continues where it was interrupted", async () => {
  await query("create index item_kind on item (kind)")
  await query("create index item_old on item (id)")
  add(
    "2_indexes",
    `${CONCURRENTLY}create index concurrently "item_kind" on "item" ("kind");
drop index concurrently if exists "item_old";
drop index concurrently if exists "item_older";`,
  )
  expect(await run()).toBe(1)
  expect(
    await query("select indexname from pg_indexes where tablename = 'item' order by 1"),
  ).toEqual([{ indexname: "item_kind" }, { indexname: "item_pkey" }])
})

test("only indexes are changed outside a transaction", async () => {
  add("2_table", `${CONCURRENTLY}create table other (id int);`)
  await expect(run()).rejects.toThrow("not: create table other")
})

test("a table that somebody reads is changed later; readers do not wait behind it", async () => {
  add("2_column", "alter table item add column label text;")
  const reader = await connect()
  await reader.query("begin; select count(*) from item")
  let isOver = false
  const migration = run({ lockTimeoutMs: 200 }).finally(() => {
    isOver = true
  })
  const visitor = await connect()
  const end = Date.now() + 2_000
  let slowest = 0
  while (Date.now() < end) {
    const start = Date.now()
    await visitor.query("select count(*) from item")
    slowest = Math.max(slowest, Date.now() - start)
  }
  expect(isOver).toBe(false)
  expect(slowest).toBeLessThan(1_000)
  await reader.query("commit")
  expect(await migration).toBe(1)
  expect(lines).toContain("2_column waits for transactions on the tables that it changes")
})

test("it gives up in the end, says what helps, and leaves nothing", async () => {
  add("2_column", "create table other (id int); alter table item add column label text;")
  const reader = await connect()
  await reader.query("begin; select count(*) from item")
  await expect(run({ lockTimeoutMs: 50, patienceMs: 300 })).rejects.toThrow("pg_stat_activity")
  expect(await query("select to_regclass('other') as name")).toEqual([{ name: null }])
  expect(await listPending(url.href, folder)).toEqual(["2_column"])
})

test("a backfill runs in batches, each a transaction, and continues after an interruption", async () => {
  await query("alter table item add column size int check (size <> 90)")
  const batch = (limit: number) =>
    `${BATCHES}update item set size = id where id in (select id from item where size is null order by id limit ${limit});`
  add("2_sizes", batch(20))
  await expect(run()).rejects.toThrow("item_size_check")
  expect(await query("select count(size)::int as done from item")).toEqual([{ done: 80 }])
  await query("alter table item drop constraint item_size_check")
  expect(await run()).toBe(1)
  expect(await query("select count(size)::int as done from item")).toEqual([{ done: 100 }])
})

test("two processes migrate one after the other, also around an index in the making", async () => {
  add("2_index", `${CONCURRENTLY}create index concurrently "item_kind" on "item" ("kind");`)
  add("3_column", "alter table item add column label text;")
  const counts = await Promise.all([run(), run(), run()])
  expect(counts.sort()).toEqual([0, 0, 2])
})

test("a role's limit of statements does not stop it", async () => {
  await admin.query(`alter database "${name}" set statement_timeout = 100`)
  add("2_slow", "select pg_sleep(0.3); create table other (id int);")
  expect(await run()).toBe(1)
})

test("the program says what is pending, applies it, and ends with a code for each case", async () => {
  const command = async (args: string[], variables: Record<string, string>) => {
    const { exitCode, all } = await execa(
      process.execPath,
      ["--import", "tsx", "scripts/migrate.ts", ...args],
      { reject: false, all: true, env: variables },
    )
    return { exitCode, all }
  }
  const direct = {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    DATABASE_DIRECT_URL: url.href,
  }
  await admin.query(`drop database "${name}" with (force)`)
  await admin.query(`create database "${name}"`)
  const before = await command(["--status"], direct)
  expect(before).toMatchObject({ exitCode: 3, all: expect.stringContaining("pending 2026") })
  expect(await query("select to_regclass('_prisma_migrations') as name")).toEqual([{ name: null }])
  expect(await command([], direct)).toMatchObject({
    exitCode: 0,
    all: expect.stringMatching(/\d+ migration\(s\) applied$/),
  })
  expect(await command(["--status"], direct)).toEqual({ exitCode: 0, all: "up to date" })
  expect(await command([], direct)).toEqual({ exitCode: 0, all: "up to date" })
  expect(await command(["--now"], direct)).toMatchObject({ exitCode: 2 })
  expect(await command([], { ...direct, DATABASE_DIRECT_URL: "" })).toMatchObject({ exitCode: 1 })
})
