import { randomBytes } from "node:crypto"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { migrate } from "@/scripts/database/migrate.mjs"
import { listMigrations } from "@/scripts/database/migration-files.mjs"

/** What a release before knows nothing of: counts of rows that it writes. */
const COUNTS = ["wallet_trades", "whitelist_count"]
const MIGRATIONS = path.resolve("prisma/migrations")
/** Writers of the index hold it: one transaction at a time. */
const WRITE_LOCK = 7_320_001
const WRITERS = 3

const admin = new pg.Client({ connectionString: inject("adminUrl") })
const name = `${inject("databases")}${randomBytes(4).toString("hex")}`
const url = new URL(inject("adminUrl"))
url.pathname = `/${name}`
const pool = new pg.Pool({ connectionString: url.href, max: WRITERS + 2 })
// The database is dropped while its connections close.
pool.on("error", () => {})
/** The migrations of the release before. */
const before = mkdtempSync(path.join(tmpdir(), "atoll-counts-"))
const lines: string[] = []

beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database "${name}"`)
  const all = listMigrations(MIGRATIONS).map((migration) => migration.name)
  const next = all.findIndex((each) => COUNTS.some((count) => each.endsWith(count)))
  for (const each of all.slice(0, next)) {
    cpSync(path.join(MIGRATIONS, each), path.join(before, each), { recursive: true })
  }
  await migrate(url.href, before, () => {})
})
afterAll(async () => {
  await pool.end()
  await admin.query(`drop database "${name}" with (force)`)
  await admin.end()
  rmSync(before, { recursive: true })
})

const anyOf = (count: number) => Math.floor(Math.random() * count)

/** Stores rows of blocks and takes some back, as a follower does, in transactions that take their time. */
function startWriter(first: number) {
  const state = { isStopped: false, transactions: 0 }
  let last = first
  const nextId = () => {
    last += 10
    return last
  }
  const statements = (client: pg.PoolClient) => ({
    addTrade: () =>
      client.query({
        name: "add trade",
        text: `insert into trade (id, tx_id, time, token, "user", type, amount_token, amount_usdc, price, routing_leg)
          select $1::bigint + n, 1, now(), 'token', 'wallet' || (n % 3), n % 4, 1, $1, 1, n = 5 from generate_series(0, 6) n`,
        values: [nextId()],
      }),
    removeTrades: () =>
      client.query({
        name: "remove trades",
        text: "delete from trade where id in (select id from trade order by id desc offset 7 limit $1)",
        values: [anyOf(12)],
      }),
    addEntries: () =>
      client.query({
        name: "add entries",
        text: `insert into whitelist_entry (token, wallet, event_id)
          select 'token' || (n % 2), 'wallet' || ($1::bigint + n), $1 from generate_series(0, 6) n`,
        values: [nextId()],
      }),
    removeEntries: () =>
      client.query({
        name: "remove entries",
        text: "delete from whitelist_entry where event_id = (select event_id from whitelist_entry order by event_id desc offset 7 limit 1)",
      }),
  })
  const work = async () => {
    const client = await pool.connect()
    const { addTrade, removeTrades, addEntries, removeEntries } = statements(client)
    const all = [addTrade, addEntries, addTrade, addEntries, removeTrades, removeEntries]
    while (!state.isStopped) {
      await client.query(`begin; select pg_advisory_xact_lock(${WRITE_LOCK})`)
      for (let count = 1 + anyOf(4); count > 0; count--) {
        await all[anyOf(all.length)]?.()
        await sleep(anyOf(60))
      }
      await client.query(anyOf(5) === 0 ? "rollback" : "commit")
      state.transactions++
    }
    client.release()
  }
  const done = work()
  return {
    state,
    async stop() {
      state.isStopped = true
      await done
    },
  }
}

/** The counts that are kept beside those of the rows. */
async function readCounts() {
  const { rows } = await pool.query(
    `select
      (select json_agg(w order by wallet) from wallet_trades w) as "keptTrades",
      (select json_agg(t order by wallet) from (
        select "user" as wallet, count(*) filter (where type in (0, 2)) as buys,
          count(*) filter (where type in (1, 3)) as sells, sum(amount_usdc) as volume
        from trade where not routing_leg group by 1
      ) t) as trades,
      (select json_agg(c order by token) from whitelist_count c) as "keptEntries",
      (select json_agg(e order by token) from (
        select token, count(*) as entries from whitelist_entry group by 1
      ) e) as entries`,
  )
  const { keptTrades, trades, keptEntries, entries } = rows[0] ?? {}
  return { kept: { trades: keptTrades, entries: keptEntries }, counted: { trades, entries } }
}

test("counts are right although the release before writes while they are made, and afterwards", async () => {
  const writers = Array.from({ length: WRITERS }, (_, at) => startWriter((at + 1) * 1_000_000))
  await sleep(1_000)
  await migrate(url.href, MIGRATIONS, (line) => lines.push(line))
  for (const count of COUNTS) {
    expect(lines).toContainEqual(expect.stringMatching(`^applied \\d+_${count}$`))
  }
  await sleep(1_000)
  for (const writer of writers) await writer.stop()
  const transactions = writers.reduce((sum, { state }) => sum + state.transactions, 0)
  expect(transactions).toBeGreaterThan(10)
  const { kept, counted } = await readCounts()
  expect(kept).toEqual(counted)
  // As many as there are wallets and tokens: seven rows are always left.
  expect([kept.trades?.length, kept.entries?.length]).toEqual([3, 2])
})

test("the release before empties the rows without their counts, which begin anew", async () => {
  await pool.query("truncate trade, whitelist_entry")
  expect((await readCounts()).kept).toEqual({ trades: null, entries: null })
  const writer = startWriter(9_000_000)
  await sleep(1_000)
  await writer.stop()
  const { kept, counted } = await readCounts()
  expect(kept).toEqual(counted)
  // This one names both.
  await pool.query("truncate trade, wallet_trades, whitelist_entry, whitelist_count")
  expect((await readCounts()).kept).toEqual({ trades: null, entries: null })
})
