/** @module-tag long */
import { spawn } from "node:child_process"
import pg from "pg"
import { encodeAbiParameters, type Hex, pad, toEventSelector } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as health from "@/app/api/health/route"
import { pool } from "@/lib/db/client"
import { findIndexProblems } from "@/lib/events/index-status"
import { follow } from "@/lib/indexer/follower"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { log as logger } from "@/lib/telemetry/logger"
import { bundleForTest } from "@/tests/helpers/bundle"
import { call } from "@/tests/helpers/call"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { createMarkets, type Markets } from "@/tests/helpers/markets"
import { emitFrom } from "./emitter"
import { catchUp, indexed, startFollower, until } from "./following"
import { dump, emptyIndex } from "./tables"

/** Nothing that stands in a log, and nothing in the data, stops the follower without a word. */
let chain: TestChain
let markets: Markets
let snapshot: Hex

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  markets = await createMarkets(chain)
})
beforeEach(async () => {
  snapshot = await chain.snapshot()
  await emptyIndex(pool())
})
afterEach(async () => {
  vi.restoreAllMocks()
  await chain.revert(snapshot)
})
afterAll(() => chain?.stop())

const mute = (method: "warn" | "error") => vi.spyOn(logger, method).mockImplementation(() => {})

async function rowsOf(sql: string, values: unknown[] = []) {
  return (await pool().query(sql, values)).rows
}

/** As if everything up to the head had been read without noticing anything. */
async function skipToHead() {
  await catchUp(chain)
  const tables = [
    "token",
    "token_creation",
    "token_reading",
    "market",
    "market_creation",
    "market_outcome",
  ]
  return async (address: string) => {
    for (const table of tables) {
      const column = table === "token" ? "address" : "token"
      await pool().query(`delete from ${table} where ${column} = $1`, [address])
    }
  }
}

describe("a market whose creation was never stored", () => {
  test("is looked up with the first log about it, and its rows are stored", async () => {
    const market = await markets.createMarket(alice)
    const token = market.token.toLowerCase()
    const forget = await skipToHead()
    await forget(token)
    await markets.buyShares(bob, market, 0, "5")
    await chain.buyMain(carol, "3")
    await catchUp(chain)
    await indexed(chain)
    expect(await rowsOf("select token, trade_count from market")).toEqual([
      { token, trade_count: 1 },
    ])
    expect(await findIndexProblems()).toEqual({
      unreadableLogs: 0,
      newestReason: null,
      failure: null,
    })
  })

  test("of which no creation can be found: its rows are set aside, counted, and said once", async () => {
    const warn = mute("warn")
    await catchUp(chain)
    const before = await dump(pool())
    const unknown: Hex = `0x${"5e".repeat(20)}`
    const emitted = await emitFrom(chain, chain.book.resolver, {
      topics: [toEventSelector("Vote(address,address,uint8)"), pad(unknown)],
      data: encodeAbiParameters([{ type: "address" }, { type: "uint8" }], [bob, 1]),
    })
    await chain.buyMain(alice, "2")
    for (const _ of [1, 2]) {
      await catchUp(chain)
      await syncTransaction(emitted.transactionHash)
    }
    await indexed(chain)
    const after = await dump(pool())
    expect(after.market_event).toEqual(before.market_event)
    expect(after.trade?.length).toBe((before.trade?.length ?? 0) + 1)
    const [row] = await rowsOf(
      "select block_number, log_index, tx_hash, emitter, topic, reason, seen_at from unreadable_log",
    )
    const reason = `no creation of market ${unknown} can be read`
    expect(row).toEqual({
      block_number: +emitted.blockNumber,
      log_index: 0,
      tx_hash: emitted.transactionHash,
      emitter: chain.book.resolver,
      topic: toEventSelector("Vote(address,address,uint8)"),
      reason,
      seen_at: expect.any(Date),
    })
    expect(warn.mock.calls.filter((call) => call.join(" ").includes(reason))).toHaveLength(1)
    const { status, body } = await call(health, {})
    expect({ status, index: body.checks.index }).toMatchObject({
      status: 200,
      index: { ok: true, unreadableLogs: 1, reason: expect.stringContaining(reason) },
    })
  })
})

test("a start block behind the creation of tokens and markets: both are listed, and their rows from there on", async () => {
  const { token } = await chain.launch(alice, { symbol: "OLD" })
  const { token: unreported } = await chain.launch(bob, { symbol: "OLDER" })
  await chain.buy(bob, token, "9")
  const market = await markets.createMarket(alice)
  await markets.buyShares(bob, market, 1, "4")
  const early = await chain.buy(carol, token, "2")
  const startBlock = (await chain.head()) + 1
  await chain.buy(bob, token, "5")
  await chain.buy(carol, unreported, "5")
  await markets.buyShares(carol, market, 0, "6")

  const late = { ...chain, book: { ...chain.book, startBlock } }
  await syncTransaction(early.transactionHash)
  await catchUp(late)
  await indexed(chain)
  const traded = (address: string) =>
    rowsOf("select trade_count, project_id > 0 as listed from token where address = $1", [address])
  // The report from before the start block stays.
  expect(await traded(token)).toEqual([{ trade_count: 2, listed: true }])
  expect(await traded(unreported)).toEqual([{ trade_count: 1, listed: true }])
  expect(await rowsOf("select count(*)::int as n from market")).toEqual([{ n: 1 }])
  expect(await rowsOf("select buyer from share_trade")).toEqual([{ buyer: carol }])
  const below = "select count(*)::int as n from trade where id < $1::bigint * 1000000"
  expect(await rowsOf(below, [startBlock])).toEqual([{ n: 2 }])
  // Blocks before it were looked through once: the next start goes on from the head.
  await chain.buy(alice, token, "1")
  await catchUp(late)
  expect(await traded(token)).toEqual([{ trade_count: 3, listed: true }])
})

test("a log whose content the database refuses is set aside; all others of its transaction are stored", async () => {
  const error = mute("error")
  mute("warn")
  const { token } = await chain.launch(alice)
  await catchUp(chain)
  await pool().query(
    `alter table trade add constraint no_bob check (routing_leg or "user" <> '${bob}')`,
  )
  const poisonous = await chain.buy(bob, token, "7")
  await chain.buy(carol, token, "8")
  await catchUp(chain)
  await indexed(chain)
  await pool().query("alter table trade drop constraint no_bob")

  const [aside] = await rowsOf("select block_number, emitter, reason from unreadable_log")
  expect(aside).toEqual({
    block_number: +poisonous.blockNumber,
    emitter: token,
    reason: expect.stringContaining("SQLSTATE 23514"),
  })
  expect(await rowsOf("select count(*)::int as n from unreadable_log")).toEqual([{ n: 1 }])
  const stored = await dump(pool())
  // The hidden trade is all that misses: its reserves, transfers and balances are there.
  await emptyIndex(pool())
  await catchUp(chain)
  const whole = await dump(pool())
  expect(stored.transfer).toEqual(whole.transfer)
  expect(stored.pool_sync).toEqual(whole.pool_sync)
  expect(stored.holder).toEqual(whole.holder)
  expect((whole.trade?.length ?? 0) - (stored.trade?.length ?? 0)).toBe(1)
  expect(error.mock.calls.filter((call) => call.join(" ").includes("stops before"))).toHaveLength(1)
  expect((await findIndexProblems()).failure).toBeNull()
})

test("a lasting defect is said once, shown in health, and over when it is mended", async () => {
  const error = mute("error")
  mute("warn")
  const { token } = await chain.launch(alice)
  const follower = await startFollower(chain)
  await follower.settle()
  await pool().query("alter table trade rename to trade_gone")
  await chain.buy(bob, token, "7")
  await until(async () => (await findIndexProblems()).failure !== null)
  const { failure } = await findIndexProblems()
  expect(failure).toMatch(/^Indexing stops before block \d+: .*SQLSTATE 42P01/)
  const { status, body } = await call(health, {})
  expect({ status, index: body.checks.index }).toMatchObject({
    status: 503,
    index: { ok: false, reason: failure },
  })
  await pool().query("alter table trade_gone rename to trade")
  await follower.settle()
  await follower.stop()
  expect((await findIndexProblems()).failure).toBeNull()
  expect((await dump(pool())).trade?.length).toBeGreaterThan(0)
  expect(error.mock.calls.filter((call) => call.join(" ").includes("stops before"))).toHaveLength(1)
})

test("the follower's process tells a defect from a lost database, and pauses longer and longer", async () => {
  await catchUp(chain)
  await pool().query("alter table token_day rename to token_day_gone")
  const program = await bundleForTest("scripts/indexer.ts")
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, RPC_URL: chain.url, CONTRACTS: JSON.stringify(chain.book) },
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk
    })
  }
  const isOver = new Promise((resolve) => child.once("exit", resolve))
  await until(async () => (await findIndexProblems()).failure !== null)
  child.kill("SIGTERM")
  await isOver
  await pool().query("alter table token_day_gone rename to token_day")
  expect(said).toContain("SQLSTATE 42P01")
  expect(said).not.toContain("lost its database")
  expect(said.split("stops before")).toHaveLength(2)
})

test("a connection to a server that takes no writes any more, as after a failover, is given up", async () => {
  await catchUp(chain)
  await chain.launch(alice)
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query("set default_transaction_read_only = on")
  const { url, book } = chain
  const options = { rpcUrl: url, book, signal: AbortSignal.timeout(30_000), pollMs: 10 }
  await expect(follow(client, options)).rejects.toMatchObject({ code: "25006" })
  await client.end()
})
