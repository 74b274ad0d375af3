/** @module-tag long */
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { migrate } from "@/scripts/database/migrate.mjs"
import { ensurePostgres } from "@/scripts/database/server.mjs"
import { bundleForTest } from "@/tests/helpers/bundle"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { isDeep, LONG_TEST_MS } from "@/tests/helpers/deep"
import { freshDump, until } from "./following"
import { playHistory } from "./history"
import { startProxy } from "./proxy"
import { type Dump, dump } from "./tables"

/** The follower as its own process on its own database server, both killed without warning. */
let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
let expected: Dump
let folder: string
let program: string
let stopServer = async () => {}
const running = new Set<ChildProcess>()

beforeAll(async () => {
  program = await bundleForTest("scripts/indexer.ts")
  chain = await startChain()
  configureChain(chain)
  const { kelp } = await playHistory(chain)
  for (let i = 0; i < 40; i++) await chain.buy(i % 2 ? alice : bob, kelp, `${1 + i}`)
  expected = await freshDump(chain)
  proxy = await startProxy(chain.url)
  folder = mkdtempSync(path.join(tmpdir(), "atoll-crash-"))
  // The server runs as another user when the tests run as root.
  chmodSync(folder, 0o755)
})
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL")
  await stopServer()
  await proxy?.stop()
  await chain?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

function startFollower(databaseUrl: string, name = "follower") {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PGAPPNAME: name,
      RPC_URL: proxy.url,
      CONTRACTS: JSON.stringify(chain.book),
    },
    stdio: "ignore",
  })
  running.add(child)
  child.once("exit", () => running.delete(child))
  return child
}

const exitOf = (child: ChildProcess) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(null)
    else child.once("exit", resolve)
  })

async function read<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  return work(client).finally(() => client.end().catch(() => {}))
}

const position = (url: string) =>
  read(url, async (client) => {
    const { rows } = await client.query<{ at: number }>(
      "select indexed_block as at from index_cursor",
    )
    return rows[0]?.at ?? -1
  })

/** Whether the follower of this name has tried to take the lease. */
const isWaiting = (url: string, name: string) =>
  read(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name = $1 and query like '%"lease"%'`,
      [name],
    )
    return rowCount === 1
  })

test(
  "kill -9 of the follower and of the database in a backfill loses and doubles nothing",
  async () => {
    const data = path.join(folder, "postgres")
    // A killed process leaves to the system what it wrote; only a machine that loses its power would not write it.
    const settings = ["fsync=off"]
    const server = () => ensurePostgres(data, { user: "crash", database: "crash", settings })
    let { url, stop } = await server()
    stopServer = stop
    await migrate(url, path.resolve("prisma/migrations"), () => {})
    const head = await chain.head()

    /** Slow enough to be interrupted at work; a follower that is quicker all the same finds no blocks beyond. */
    const slow = { kind: "lagging", ms: 40 } as const
    const indexed = async (from: number, to: number) => {
      proxy.set({ ...slow, head: Math.ceil(head * to) })
      await until(async () => (await position(url)) > head * from)
    }
    let follower = startFollower(url)
    // A process takes seconds to start: without --deep it is killed once, together with the database.
    for (const share of isDeep ? [0.15, 0.3] : []) {
      await indexed(share, share + 0.15)
      follower.kill("SIGKILL")
      await exitOf(follower)
      expect(await position(url)).toBeLessThan(head)
      follower = startFollower(url)
    }

    await indexed(0.45, 0.7)
    const [pid] = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")
    process.kill(Number(pid), "SIGKILL")
    follower.kill("SIGKILL")
    await exitOf(follower)
    ;({ url, stop } = await server())
    stopServer = stop
    expect(await position(url)).toBeLessThan(head)

    proxy.set({ kind: "slow", ms: 40 })
    const survivor = startFollower(url)
    const waiting = startFollower(url, "waiting")
    await until(async () => (await position(url)) === head)
    // The last things a follower does when it has caught up.
    await until(async () => {
      const { whitelist_removal: removals, token_reading: readings } = await read(url, dump)
      return removals?.length === 1 && readings?.every((row) => !row.endsWith(",)")) === true
    })
    await until(() => isWaiting(url, "waiting"))
    survivor.kill("SIGTERM")
    waiting.kill("SIGTERM")
    expect(await Promise.all([exitOf(survivor), exitOf(waiting)])).toEqual([0, 0])
    expect(await read(url, dump)).toEqual(expected)
  },
  LONG_TEST_MS,
)
