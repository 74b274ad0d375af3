import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import type { RawLog } from "@/lib/events/logs"
import type { Receipt } from "@/lib/indexer/node"
import { Bloom } from "@/lib/indexer/rpc-calls"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { log as logger } from "@/lib/telemetry/logger"
import { signals } from "@/lib/telemetry/signals"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { catchUp, freshDump, startFollower, until } from "./following"
import { type NodeState, startProxy } from "./proxy"
import { dump } from "./tables"

let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  proxy = await startProxy(chain.url)
  // Read on first use.
  process.env.RPC_URL = proxy.url
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await proxy?.stop()
  await chain?.stop()
})

type Lie = (method: string, result: unknown, params: unknown[]) => unknown

/** A node, and none for development, whose chain may begin anew. */
const lying = (lie: Lie, lacks?: string): NodeState => ({
  kind: "altered",
  alter: (method, result, params) =>
    method === "web3_clientVersion" ? "Proxy/v1" : lie(method, result, params),
  ...(lacks && { lacks }),
})

const countTrades = async () => (await pool().query("select from trade")).rowCount ?? 0

const lies: Record<string, Lie> = {
  "all logs": (method, result) => (method === "eth_getLogs" ? [] : result),
  "every other log": (method, result) =>
    method === "eth_getLogs" ? (result as RawLog[]).filter((_, at) => at % 2 === 0) : result,
  "the logs of a contract": (method, result) =>
    method === "eth_getLogs"
      ? (result as RawLog[]).filter(({ address }) => address !== chain.book.mainToken)
      : result,
  "the last log of receipts": (method, result) =>
    method === "eth_getBlockReceipts"
      ? (result as Receipt[]).map((each) => ({ ...each, logs: each.logs.slice(0, -1) }))
      : result,
  "the same logs of receipts": (method, result) => {
    const isKept = ({ logIndex }: RawLog) => +logIndex < 6
    if (method === "eth_getLogs") return (result as RawLog[]).filter(isKept)
    if (method !== "eth_getBlockReceipts") return result
    return (result as Receipt[]).map((each) => ({ ...each, logs: each.logs.filter(isKept) }))
  },
  "the first logs of receipts alike": (method, result) => {
    const isKept = ({ logIndex }: RawLog) => +logIndex >= 3
    if (method === "eth_getLogs") return (result as RawLog[]).filter(isKept)
    if (method !== "eth_getBlockReceipts") return result
    return (result as Receipt[]).map((each) => ({ ...each, logs: each.logs.filter(isKept) }))
  },
  "whole receipts": (method, result) => {
    if (method === "eth_getLogs") return []
    return method === "eth_getBlockReceipts" ? [] : result
  },
}

test.each(Object.entries(lies))("blocks wait while a node leaves out %s", async (_, lie) => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => {})
  vi.spyOn(logger, "error").mockImplementation(() => {})
  const incomplete = vi.fn()
  signals.on("incomplete", incomplete)
  const { token } = await chain.launch(alice, { symbol: "LIE", name: "Lie" })
  await catchUp(chain)
  const before = await countTrades()
  const follower = await startFollower(chain, { rpcUrl: proxy.url })
  await follower.settle()
  proxy.set(lying(lie))
  await chain.buy(bob, token, "5")
  await until(async () => incomplete.mock.calls.length > 1)
  expect(await countTrades()).toBe(before)
  proxy.set({ kind: "well" })
  await follower.settle()
  await follower.stop()
  signals.off("incomplete", incomplete)
  expect(warn.mock.calls.flat().join()).toMatch(/The node left out logs of block \d+/)
  expect(await countTrades()).toBeGreaterThan(before)
  expect(await dump(pool())).toEqual(await freshDump(chain))
})

test("a transaction is not indexed from a receipt that lacks logs", async () => {
  const { token } = await chain.launch(alice, { symbol: "PART", name: "Part" })
  await catchUp(chain)
  const before = await countTrades()
  const { transactionHash } = await chain.buy(bob, token, "5")
  proxy.set(
    lying((method, result) =>
      method === "eth_getTransactionReceipt" && result
        ? { ...result, logs: (result as Receipt).logs.slice(2) }
        : result,
    ),
  )
  await expect(syncTransaction(transactionHash)).rejects.toMatchObject({ code: "SYNC_FAILED" })
  expect(await countTrades()).toBe(before)
  proxy.set({ kind: "well" })
  await syncTransaction(transactionHash)
  await catchUp(chain)
  expect(await dump(pool())).toEqual(await freshDump(chain))
})

test("logs that a node without receipts of blocks leaves out are stored when the block is read again", async () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => {})
  const { token } = await chain.launch(alice)
  await catchUp(chain)
  const follower = await startFollower(chain, { rpcUrl: proxy.url, secondReadingMs: 1_000 })
  proxy.set(
    lying((method, result) => (method === "eth_getLogs" ? [] : result), "eth_getBlockReceipts"),
  )
  await chain.buy(bob, token, "5")
  const { token: other } = await chain.launch(bob, { symbol: "MOSS", name: "Moss" })
  await chain.buy(bob, other, "5")
  await follower.settle()
  const before = await countTrades()
  proxy.set({ kind: "well" })
  await until(async () => (await countTrades()) > before)
  await follower.settle()
  await follower.stop()
  expect(warn.mock.calls.flat().join()).toMatch(/The node had left out \d+ logs of blocks \d+ to/)
  expect(await dump(pool())).toEqual(await freshDump(chain))
})

test("what the second reading lacks stays", async () => {
  const { token } = await chain.launch(alice, { symbol: "REED", name: "Reed" })
  await chain.buy(bob, token, "5")
  const follower = await startFollower(chain, { rpcUrl: proxy.url, secondReadingMs: 1_000 })
  await follower.settle()
  let reads = 0
  proxy.set(
    lying((method, result) => {
      if (method !== "eth_getLogs") return result
      reads++
      return []
    }, "eth_getBlockReceipts"),
  )
  await until(async () => reads > 0)
  proxy.set({ kind: "well" })
  await follower.settle()
  await follower.stop()
  expect(await dump(pool())).toEqual(await freshDump(chain))
})

test("a node of another chain among others is waited for", async () => {
  const { token } = await chain.launch(alice, { symbol: "FERN", name: "Fern" })
  const follower = await startFollower(chain, { rpcUrl: proxy.url })
  await follower.settle()
  vi.spyOn(logger, "error").mockImplementation(() => {})
  proxy.set({ kind: "down" })
  await until(async () => proxy.refused() > 0)
  proxy.set(lying((method, result) => (method === "eth_chainId" ? "0x1" : result)))
  await chain.buy(bob, token, "5")
  await until(async () => proxy.calls().some((call) => call.startsWith("eth_chainId")))
  await until(async () => proxy.asked() > 3)
  proxy.set({ kind: "well" })
  await follower.settle()
  await follower.stop()
  expect(await dump(pool())).toEqual(await freshDump(chain))
})

test("blooms are those of the chain", async () => {
  const { token } = await chain.launch(alice, { symbol: "BLOOM", name: "Bloom" })
  const { blockNumber, logs } = await chain.buy(bob, token, "5")
  const block = (await chain.call("eth_getBlockByNumber", blockNumber, false)) as {
    logsBloom: string
  }
  const [ours, theirs] = [Bloom.of(logs), Bloom.parse(block.logsBloom)]
  expect(theirs && ours.covers(theirs) && theirs.covers(ours)).toBe(true)
  expect(theirs?.mayName(token)).toBe(true)
  expect(theirs?.mayName(`0x${"12".repeat(20)}`)).toBe(false)
  expect(theirs?.isFull()).toBe(false)
  expect(Bloom.parse(`0x${"0".repeat(512)}`)).toBeNull()
})
