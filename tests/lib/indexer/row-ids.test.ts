/** @module-tag long */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest"
import { pool } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import type { RawLog } from "@/lib/events/logs"
import { assignFreeOffsets } from "@/lib/indexer/mined-transactions"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { migrate } from "@/scripts/database/migrate.mjs"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { catchUp } from "./following"
import { playHistory } from "./history"
import { startProxy } from "./proxy"
import { type Dump, dump, emptyIndex } from "./tables"

const MIGRATIONS = path.resolve("prisma/migrations")
const MOVE = path.join(MIGRATIONS, "20261122194101_row_ids/migration.sql")

let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
let kelp: string

beforeAll(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
  configureChain({ ...chain, url: proxy.url })
  kelp = (await playHistory(chain)).kelp
})
afterEach(async () => {
  proxy.set({ kind: "well" })
  await emptyIndex(pool())
})
afterAll(async () => {
  await proxy?.stop()
  await chain?.stop()
})

/**
 * Columns with a row id: every bigint of what the index has written, but for counts and amounts, and for tables that
 * are newer than the move.
 */
async function idColumns(client: pg.ClientBase) {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns c
    where table_schema = 'public' and data_type = 'bigint' and table_name !~ '^(reef_|agent$)'
      and column_name not in ('total') and table_name <> all($1)
      and exists (select from information_schema.tables t
        where t.table_name = c.table_name and t.table_type = 'BASE TABLE')
    group by table_name order by table_name`,
    [tablesSinceMove()],
  )
  return rows
}

const tablesSinceMove = () =>
  readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name > path.basename(path.dirname(MOVE)))
    .flatMap(({ name }) => {
      const text = readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8")
      return [...text.matchAll(/create (?:unlogged )?table "?(\w+)/gi)].map(
        ([, table = ""]) => table,
      )
    })

/** As a database of the version before has it. */
async function moveBack(client: pg.ClientBase) {
  await client.query("alter table tx drop constraint tx_id_of_block")
  for (const { table, columns } of await idColumns(client)) {
    const moves = columns.map(
      (name) =>
        `alter column ${name} type bigint using ${name} / 1000000 * 100000 + ${name} % 1000000`,
    )
    await client.query(`alter table ${table} ${moves.join(", ")}`)
  }
}

const move = (client: pg.ClientBase) => client.query(`begin; ${readFileSync(MOVE, "utf8")}; commit`)

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  return work(client).finally(() => client.end())
}

test("ids of a database of the version before move, wherever they stand, once and as a whole", async () => {
  await catchUp(chain)
  const award =
    "insert into creation_award (token, wallet, id, time, points) select token, creator, id, now(), 1 from token_creation limit 1"
  await pool().query(award)
  await withClient(async (client) => {
    const all = async (): Promise<Dump> => ({
      ...(await dump(client)),
      awards: (await client.query("select id::text from creation_award")).rows.map(({ id }) => id),
    })
    const before = await all()
    for (const { table } of await idColumns(client)) {
      const { rowCount } = await client.query(`select from ${table}`)
      expect({ table, isEmpty: rowCount === 0 }).toEqual({ table, isEmpty: false })
    }
    await moveBack(client)
    const old = await all()
    expect(old.trade).not.toEqual(before.trade)
    expect(old.trade?.some((row) => before.trade?.includes(row))).toBe(false)

    const said: string[] = []
    client.on("notice", ({ message }) => said.push(`${message}`))
    // Interrupted before the end, nothing has moved.
    await client.query(`begin; ${readFileSync(MOVE, "utf8")}; rollback`)
    expect(await all()).toEqual(old)
    await move(client)
    expect(await all()).toEqual(before)
    await move(client)
    expect(await all()).toEqual(before)
    const lines = said.filter((line) => line.startsWith("Row ids moved"))
    expect(lines).toHaveLength(2)
  })
  await chain.buy(alice, kelp, "3")
  await catchUp(chain)
  const { rows } = await pool().query("select id / 1000000 - block_number as off from tx")
  expect(new Set(rows.map(({ off }) => off))).toEqual(new Set(["0"]))
})

test("a process of the version before is refused when it writes", async () => {
  const old = pool().query(
    `insert into tx (id, chain_id, hash, block_number, block_hash, time)
    values (7 * 100000, 31337, '\\x07', 7, '\\x00', now())`,
  )
  await expect(old).rejects.toThrow("tx_id_of_block")
})

test("a migration that is interrupted or fails leaves no trace, and is done at the next start", async () => {
  const url = new URL(inject("adminUrl"))
  const name = `migrated_${process.pid}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database "${name}"`)
  url.pathname = `/${name}`
  const folder = path.resolve(".data/test", name)
  const write = (sql: string) => {
    mkdirSync(path.join(folder, "1_first"), { recursive: true })
    writeFileSync(path.join(folder, "1_first/migration.sql"), sql)
  }
  const notices: string[] = []
  const run = () =>
    migrate(
      url.href,
      folder,
      () => {},
      (line) => notices.push(line),
    )
  write("create table one (n int); do $$ begin raise notice 'Moved'; end $$; select 1 / 0;")
  await expect(run()).rejects.toThrow("division by zero")
  write("create table one (n int); do $$ begin raise notice 'Moved'; end $$;")
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(notices).toEqual(["Moved", "Moved"])
  rmSync(folder, { recursive: true })
  await admin.query(`drop database "${name}" with (force)`)
  await admin.end()
})

const logAt = (index: number): RawLog => ({
  ...{ address: kelp, topics: [], data: "0x", blockNumber: "0x1", blockHash: "0x2" },
  ...{ transactionHash: "0x3", transactionIndex: "0x0", logIndex: `0x${index.toString(16)}` },
})

test("logs beyond the ids of their block take the free ones from its top downward", () => {
  const indexes = [0, 999_997, 999_999, 1_000_000, 1_000_001, 4_000_000]
  expect([...assignFreeOffsets(indexes.map(logAt))]).toEqual([
    ["0x2:1000000", 999_998],
    ["0x2:1000001", 999_996],
    ["0x2:4000000", 999_995],
  ])
})

/** As if so many logs stood before those of these blocks. */
function shifted(by: number, from: number) {
  const shift = (log: RawLog): RawLog =>
    +log.blockNumber < from ? log : { ...log, logIndex: `0x${(+log.logIndex + by).toString(16)}` }
  const shiftAll = (receipt: { logs: RawLog[] }) => ({ ...receipt, logs: receipt.logs.map(shift) })
  return (method: string, result: unknown) => {
    if (method === "eth_getLogs") return (result as RawLog[]).map(shift)
    if (method === "eth_getBlockReceipts") return (result as { logs: RawLog[] }[]).map(shiftAll)
    if (method !== "eth_getTransactionReceipt" || !result) return result
    return shiftAll(result as { logs: RawLog[] })
  }
}

const LOG_INDEXES = [ROWS_PER_BLOCK - 3, ROWS_PER_BLOCK + 5, 100_001]
test.each(LOG_INDEXES.slice(0, runs(1, 3)))(
  "no log is lost for its index, %i or higher: the follower and reports store the same rows",
  async (first) => {
    await catchUp(chain)
    const before = await dump(pool())
    const from = (await chain.head()) + 1
    proxy.set({ kind: "altered", alter: shifted(first, from) })
    // Two transactions in one block.
    await chain.call("evm_setAutomine", false)
    const sent = [chain.buy(alice, kelp, "4"), chain.transfer(bob, kelp, alice, 5n)]
    await new Promise((resolve) => setImmediate(resolve))
    const pending = async () =>
      Number(((await chain.call("txpool_status")) as { pending: string }).pending)
    while ((await pending()) < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await chain.call("evm_mine")
    await chain.call("evm_setAutomine", true)
    const hashes = (await Promise.all(sent)).map(({ transactionHash }) => transactionHash)

    for (const hash of hashes.toReversed()) expect(await syncTransaction(hash)).not.toEqual([])
    const synced = await dump(pool())
    await catchUp({ ...chain, url: proxy.url })
    expect(await dump(pool())).toEqual(synced)
    expect((synced.trade?.length ?? 0) - (before.trade?.length ?? 0)).toBe(2)
    const { rows } = await pool().query<{ places: number; logs: number }>(
      `select count(distinct id)::int as places, count(*)::int as logs from (
        select id from transfer where id >= $1 union all select id from trade where id >= $1
        union all select id from pool_sync where id >= $1
      ) stored`,
      [from * ROWS_PER_BLOCK],
    )
    // A purchase through TIDE leaves eight of these logs at least, the transfer one more; each has a place.
    expect(rows[0]?.logs).toBeGreaterThanOrEqual(9)
    expect(rows[0]?.places).toBe(rows[0]?.logs)
    await emptyIndex(pool())
    await catchUp({ ...chain, url: proxy.url })
    expect(await dump(pool())).toEqual(synced)
    proxy.set({ kind: "well" })
  },
)
