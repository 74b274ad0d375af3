/** @module-tag long */
import pg from "pg"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { bundleForTest } from "@/tests/helpers/bundle"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import {
  exitOf,
  holds,
  kill,
  killPrograms,
  readHolder,
  startProgram,
} from "@/tests/helpers/programs"
import { catchUp, freshDump, until } from "./following"
import { dump } from "./tables"

/** Followers as processes of their own, one of which stalls: it lives, and does nothing. */
let chain: TestChain
let file: string
let token: string

/** A standby works so long after a stall at the latest. */
const TAKEOVER_MS = 15_000
const LOST = "The follower stalled and lost its lease: it waits as a standby"

beforeAll(async () => {
  file = await bundleForTest("scripts/indexer.ts")
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(alice)).token
  await catchUp(chain)
})
beforeEach(killPrograms)
afterAll(async () => {
  await killPrograms()
  await chain?.stop()
})

const startFollower = () =>
  startProgram(file, { RPC_URL: chain.url, CONTRACTS: JSON.stringify(chain.book) })

/** One that works, and one that waits. */
async function startBoth() {
  const working = startFollower()
  await until(holds(working))
  return { working, standby: startFollower() }
}

const buy = () => chain.buy(bob, token, "1")

const isIndexed = async () => {
  const { rows } = await pool().query<{ at: number }>(
    "select indexed_block as at from index_cursor",
  )
  return rows[0]?.at === (await chain.head())
}

test("a standby takes over from a follower that stalls; the one that wakes up writes nothing and waits", async () => {
  const { working, standby } = await startBoth()
  await buy()
  await until(isIndexed)
  const { fence } = await readHolder()
  working.kill("SIGSTOP")
  const stoppedAt = performance.now()
  await buy()
  await until(isIndexed)
  expect(performance.now() - stoppedAt).toBeLessThan(TAKEOVER_MS)
  expect(await readHolder()).toEqual({ pid: standby.pid, fence: fence + 1 })

  working.lines.splice(0)
  working.kill("SIGCONT")
  await until(async () => working.lines.includes(LOST))
  await buy()
  await until(isIndexed)
  expect((await readHolder()).pid).toBe(standby.pid)
  expect(working.lines.filter((line) => !line.startsWith("Indexed up to"))).toEqual([LOST])

  // Its turn comes again.
  await kill(standby)
  await buy()
  await until(isIndexed, TAKEOVER_MS)
  expect(await holds(working)()).toBe(true)
  const left = await dump(pool())
  await killPrograms()
  expect(left).toEqual(await freshDump(chain))
}, 120_000)

test("one that stalls in the middle of a transaction holds up neither its standby nor other writers", async () => {
  const { working } = await startBoth()
  await buy()
  await until(isIndexed)
  // The follower waits for this row when it moves the cursor: it has the write lock, and its lease was checked.
  const blocker = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await blocker.connect()
  await blocker.query("begin; select from index_cursor for update")
  await buy()
  await until(async () => {
    const { rowCount } = await pool().query(
      `select from pg_stat_activity where wait_event_type = 'Lock'
      and query like '%"index_cursor"%' and pid <> pg_backend_pid()`,
    )
    return (rowCount ?? 0) > 0
  })
  working.kill("SIGSTOP")
  const stoppedAt = performance.now()
  await blocker.query("rollback")
  await blocker.end()
  await until(isIndexed)
  expect(performance.now() - stoppedAt).toBeLessThan(TAKEOVER_MS)
  working.lines.splice(0)
  working.kill("SIGCONT")
  await until(async () => working.lines.includes(LOST))
  expect(working.lines.filter((line) => !line.startsWith("Indexed up to"))).toEqual([LOST])
  const left = await dump(pool())
  await killPrograms()
  expect(left).toEqual(await freshDump(chain))
}, 120_000)

test("a follower that is told to end lets the standby work at once", async () => {
  const { working, standby } = await startBoth()
  await buy()
  await until(isIndexed)
  const ended = exitOf(working)
  working.kill("SIGTERM")
  expect(await ended).toBe(0)
  const endedAt = performance.now()
  await until(holds(standby))
  expect(performance.now() - endedAt).toBeLessThan(2_000)
})
