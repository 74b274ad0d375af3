/** @module-tag long */
import { encodeFunctionData, type Hex } from "viem"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { log as logger } from "@/lib/telemetry/logger"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { catchUp, freshDump, startFollower } from "./following"
import { startProxy } from "./proxy"
import { dump, emptyIndex } from "./tables"

/** Blocks of which the node's answers are larger than what is read in one piece. */
let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
let token: string

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  proxy = await startProxy(chain.url)
  token = (await chain.launch(alice, { frozen: true })).token
  await chain.whitelist(alice, token, [bob, dave], "900")
  await chain.buy(bob, token, "50")
  await chain.buyMain(bob, "50")
})
afterEach(() => emptyIndex(pool()))
afterAll(async () => {
  await proxy?.stop()
  await chain?.stop()
})

/** Many transfers of two tokens in one block, and a removal from the whitelist; answers bytes of its logs. */
async function mineLargeBlock() {
  await chain.call("evm_setAutomine", false)
  const send = (to: string, data: Hex) =>
    chain.call("eth_sendTransaction", { from: bob, to, data, gas: "0x30000" })
  for (let i = 0; i < 40; i++) {
    const args = [carol, BigInt(i + 1)] as const
    const data = encodeFunctionData({ abi: usdbAbi, functionName: "transfer", args })
    await send(i % 2 ? token : chain.book.mainToken, data)
  }
  const removal = chain.unlist(alice, token, dave)
  const queued = async () =>
    Number(((await chain.call("txpool_status")) as { pending: string }).pending)
  while ((await queued()) < 41) await new Promise((resolve) => setTimeout(resolve, 5))
  await chain.call("evm_mine")
  await chain.call("evm_setAutomine", true)
  await removal
  const logs = await chain.call("eth_getLogs", { fromBlock: "latest", toBlock: "latest" })
  expect(logs).toHaveLength(40)
  return JSON.stringify(logs).length
}

const partsAsked = (calls: readonly string[]) => ({
  logs: calls.filter((one) => one.startsWith("eth_getLogs")).length,
  receipts: calls.filter((one) => one.startsWith("eth_getTransactionReceipt")).length,
  transactions: calls.filter((one) => one.startsWith("eth_getTransactionByHash")).length,
})

test.each([
  // Less than all logs of the block, more than those of one token; then less than those of one token.
  ["groups of emitters", 0.8, { receipts: false }],
  ["receipts", 0.3, { receipts: true }],
])("a block that is too large is read by %s", async (_, share, { receipts }) => {
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  await catchUp(chain)
  const bytes = await mineLargeBlock()
  proxy.set({ kind: "well" })
  const follower = await startFollower(chain, {
    rpcUrl: proxy.url,
    maxAnswerBytes: Math.floor(bytes * share),
  })
  await follower.settle()
  const parts = partsAsked(proxy.calls())
  await follower.stop()
  expect(parts.receipts > 0).toBe(receipts)
  expect(parts.logs).toBeGreaterThan(2)
  const stored = await dump(pool())
  // The removal is known by the call alone: the block's transactions were read as well.
  expect(stored.whitelist_entry?.some((row) => row.includes(dave))).toBe(false)
  expect(stored).toEqual(await freshDump(chain))
  await chain.whitelist(alice, token, [dave], "900")
  vi.restoreAllMocks()
})

test("a block of large calls is read call by call, and its removals are noticed", async () => {
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  await catchUp(chain)
  await chain.call("evm_setAutomine", false)
  const padding: Hex = `0x${"00".repeat(40_000)}`
  for (let i = 0; i < 3; i++) {
    await chain.call("eth_sendTransaction", {
      from: carol,
      to: carol,
      data: padding,
      gas: "0x100000",
    })
  }
  const removal = chain.unlist(alice, token, bob)
  const queued = async () =>
    Number(((await chain.call("txpool_status")) as { pending: string }).pending)
  while ((await queued()) < 4) await new Promise((resolve) => setTimeout(resolve, 5))
  await chain.call("evm_mine")
  await chain.call("evm_setAutomine", true)
  await removal
  proxy.set({ kind: "well" })
  const follower = await startFollower(chain, { rpcUrl: proxy.url, maxAnswerBytes: 100_000 })
  await follower.settle()
  const { transactions } = partsAsked(proxy.calls())
  await follower.stop()
  expect(transactions).toBeGreaterThan(0)
  const { whitelist_entry: entries } = await dump(pool())
  expect(entries?.some((row) => row.includes(bob))).toBe(false)
  vi.restoreAllMocks()
})
