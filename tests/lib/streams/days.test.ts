import { randomBytes } from "node:crypto"
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { pool } from "@/lib/db/client"
import { pruneLog } from "@/lib/streams/job"
import { migrate } from "@/scripts/database/migrate.mjs"

const LIST_PARTS = `select relname as name, pg_get_expr(relpartbound, c.oid) as bound
  from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'stream_event'::regclass order by 1`

const day = (distance: number) => {
  const text = new Date(Date.now() + distance * 86_400_000).toISOString().slice(0, 10)
  return { text, name: `stream_event_${text.replaceAll("-", "")}` }
}

const log = (distance: number, count = 1) =>
  pool().query(
    `insert into stream_event (kind, key, created_at)
    select 'trade', n::text, now() + make_interval(days => $1) from generate_series(1, $2::int) n`,
    [distance, count],
  )

const countRows = async (table: string) => {
  const { rows } = await pool().query(`select count(*)::int as rows from ${table}`)
  return rows[0]?.rows
}

const listParts = async () => (await pool().query(LIST_PARTS)).rows.map(({ name }) => name)

describe("the log of streams", () => {
  beforeEach(async () => {
    await pool().query("delete from stream_event")
    await pool().query("insert into stream_state (id) values (1) on conflict do nothing")
  })

  test("has the days ahead, and takes rows before they are made", async () => {
    await log(0, 3)
    expect(await countRows("stream_event_default")).toBe(3)
    await pruneLog()
    await pruneLog()
    const ahead = [0, 1, 2, 3].map((distance) => day(distance).name)
    expect(await listParts()).toEqual([...ahead, "stream_event_default"])
    expect(await countRows("stream_event_default")).toBe(0)
    expect(await countRows(day(0).name)).toBe(3)
    await log(1)
    expect(await countRows(day(1).name)).toBe(1)
  })

  test("loses a day as a whole when all of it has expired, and cursors with it", async () => {
    const [expired, kept] = [day(-9), day(-7)]
    for (const { name, text } of [expired, kept]) {
      await pool().query(
        `create table ${name} partition of stream_event for values from ('${text} 00:00+00') to ('${text} 24:00+00')`,
      )
    }
    // One that had no partition.
    await log(-20)
    await log(-9, 4)
    const { rows } = await pool().query("select max(id)::int as id from stream_event")
    await log(-7, 2)
    await pruneLog()
    expect(await countRows("stream_event_default")).toBe(0)
    expect(await listParts()).not.toContain(expired.name)
    expect(await countRows(kept.name)).toBe(2)
    const state = await pool().query("select oldest::int from stream_state")
    expect(state.rows).toEqual([{ oldest: rows[0]?.id }])
  })

  test("gives up when somebody holds it for long, and nothing has changed", async () => {
    await pruneLog()
    const reader = await pool().connect()
    const { name, text } = day(-9)
    await pool().query(
      `create table ${name} partition of stream_event for values from ('${text} 00:00+00') to ('${text} 24:00+00')`,
    )
    await log(-9)
    await reader.query("begin; select count(*) from stream_event")
    await expect(pruneLog()).rejects.toThrow("lock timeout")
    await reader.query("commit")
    reader.release()
    expect(await countRows(name)).toBe(1)
    await pruneLog()
    expect(await listParts()).not.toContain(name)
  })
})

describe("the log of the version before", () => {
  const MIGRATIONS = path.resolve("prisma/migrations")
  const database = `${inject("databases")}${randomBytes(4).toString("hex")}`
  const url = new URL(inject("adminUrl"))
  url.pathname = `/${database}`
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-days-"))
  const admin = new pg.Client({ connectionString: inject("adminUrl") })
  let client: pg.Client

  beforeEach(async () => {
    await admin.connect()
    await admin.query(`create database "${database}"`)
    for (const name of readdirSync(MIGRATIONS)) {
      if (name < "20261129121000")
        cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true })
    }
    await migrate(url.href, folder, () => {})
    client = new pg.Client({ connectionString: url.href })
    await client.connect()
  })
  afterEach(async () => {
    await client.end()
    await admin.query(`drop database "${database}" with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true })
  })

  test("becomes partitions with its rows, under the statements that it has prepared", async () => {
    const insert = () =>
      client.query({
        name: "insert",
        text: "insert into stream_event (kind, cause, key, topics) select 'trade', n, n::text, array['trades'] from generate_series(1, 10) n",
      })
    const read = async () => {
      const text =
        "select id, kind, key, topics, data from stream_event where id > $1 order by id limit 500"
      return (await client.query({ name: "read", text, values: [0] })).rows
    }
    const findNewest = async () =>
      (await client.query({ name: "newest", text: "select max(id) as id from stream_event" }))
        .rows[0]?.id
    for (let round = 0; round < 6; round++) await insert()
    const before = await read()
    expect(before).toHaveLength(60)
    expect(await findNewest()).toBe("60")
    await migrate(url.href, MIGRATIONS, () => {})
    expect(await read()).toEqual(before)
    await insert()
    expect(await findNewest()).toBe("70")
    const removed = await client.query("delete from stream_event where cause >= 9 returning id")
    expect(removed.rowCount).toBe(14)
    const next = await client.query(
      "select nextval(pg_get_serial_sequence('stream_event', 'id')) as id",
    )
    expect(next.rows).toEqual([{ id: "71" }])
    // Days follow those of the former table, which goes when they have expired.
    await client.query("select keep_stream_days('7 days', 3)")
    const parts = (await client.query(LIST_PARTS)).rows.map(({ name }) => name)
    expect(parts).toEqual([day(2).name, day(3).name, "stream_event_before", "stream_event_default"])
    await client.query("select keep_stream_days('-3 days', 3)")
    expect((await client.query(LIST_PARTS)).rows.map(({ name }) => name)).not.toContain(
      "stream_event_before",
    )
    const { rows } = await client.query("select oldest::int from stream_state")
    expect(rows).toEqual([{ oldest: 68 }])
  })
})
