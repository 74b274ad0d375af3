/** @module-tag long */
import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as tokens from "@/app/api/v1/tokens/route"
import { pool } from "@/lib/db/client"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { skipPauses } from "@/tests/helpers/skip-pauses"
import { startProxy } from "./proxy"
import { emptyIndex } from "./tables"

/** What a report costs the node, the database and everybody else. */
let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
const unknown = (number: number) => `0x${number.toString(16).padStart(64, "ab")}`

beforeAll(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
  configureChain({ ...chain, url: proxy.url })
})
beforeEach(async () => {
  proxy.set({ kind: "well" })
  await emptyIndex(pool())
})
afterAll(async () => {
  await proxy?.stop()
  await chain?.stop()
})

const failure = (hash: string) => syncTransaction(hash).catch((error: unknown) => error)

describe("a transaction that nobody knows", () => {
  test("is asked for at most 12 times within five seconds, by ten callers together as by one", async () => {
    const started = Date.now()
    const [failures, took] = await skipPauses(async () => {
      const all = await Promise.all(Array.from({ length: 10 }, () => failure(unknown(1))))
      return [all, Date.now() - started] as const
    })
    expect(failures.map((one) => (one as { code?: string }).code)).toEqual(
      Array(10).fill("TX_NOT_FOUND"),
    )
    expect(took).toBeGreaterThan(4_900)
    expect(took).toBeLessThan(7_000)
    expect(proxy.calls().length).toBeGreaterThanOrEqual(4)
    expect(proxy.calls().length).toBeLessThanOrEqual(12)
  })

  test("is waited for by a late caller for its own five seconds", async () => {
    const first = failure(unknown(2))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const started = performance.now()
    await Promise.all([first, failure(unknown(2))])
    expect(performance.now() - started).toBeGreaterThan(4_900)
    expect(proxy.calls().length).toBeLessThanOrEqual(24)
  })

  test("and is mined meanwhile, is stored", async () => {
    await chain.call("evm_setAutomine", false)
    const { token } = { token: chain.book.mainToken }
    const sent = chain.buyMain(alice, "3")
    const pending = async () =>
      (await chain.call("eth_getBlockByNumber", "pending", false)) as { transactions: string[] }
    let [hash] = (await pending()).transactions
    while (!hash) [hash] = (await pending()).transactions
    const synced = syncTransaction(hash)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await chain.call("evm_mine")
    await chain.call("evm_setAutomine", true)
    await sent
    expect((await synced).map(({ contractAddress }) => contractAddress)).toContain(token)
  })
})

test("a receipt that is too large is not asked for again", async () => {
  const { transactionHash } = await chain.buyMain(bob, "2")
  const filler = "x".repeat(33 * 2 ** 20)
  proxy.set({
    kind: "altered",
    alter: (method, result) => (method === "eth_getTransactionReceipt" ? filler : result),
  })
  expect(await failure(transactionHash)).toMatchObject({ code: "SYNC_FAILED" })
  expect(proxy.calls().filter((one) => one.includes("Receipt"))).toHaveLength(1)
})

test("20 reports that wait for the writer leave reads as fast as before, and end with SYNC_FAILED", async () => {
  const hashes = []
  for (let i = 0; i < 20; i++) hashes.push((await chain.buyMain(alice, `${i + 1}`)).transactionHash)
  const as = await createApiKey()
  const read = async () => {
    const started = performance.now()
    const { status } = await call(tokens, { as, query: { limit: 1 } })
    expect(status).toBe(200)
    return performance.now() - started
  }
  await syncTransaction(hashes[0] ?? "")
  await read()
  const writer = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await writer.connect()
  await writer.query("begin; select pg_advisory_xact_lock(7320001)")
  const waiting = Promise.all(hashes.slice(1).concat(hashes).slice(0, 20).map(failure))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const took = [await read(), await read(), await read()]
  const codes = (await waiting).map((one) => (one as { code?: string }).code)
  await writer.query("rollback")
  await writer.end()
  expect(Math.min(...took)).toBeLessThan(500)
  expect(Math.max(...took)).toBeLessThan(2_000)
  expect(codes).toEqual(Array(20).fill("SYNC_FAILED"))
  expect(await syncTransaction(hashes[19] ?? "")).not.toEqual([])
})
