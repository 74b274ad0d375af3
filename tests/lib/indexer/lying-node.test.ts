import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { log as logger } from "@/lib/telemetry/logger"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { catchUp, freshDump, startFollower, until } from "./following"
import { startProxy } from "./proxy"
import { dump } from "./tables"

let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  proxy = await startProxy(chain.url)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await proxy?.stop()
  await chain?.stop()
})

test("logs that a node leaves out at first are stored when the block is read again", async () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => {})
  const { token } = await chain.launch(alice)
  await catchUp(chain)
  const follower = await startFollower(chain, { rpcUrl: proxy.url, secondReadingMs: 1_000 })
  proxy.set({
    kind: "altered",
    alter: (method, result) => {
      if (method === "web3_clientVersion") return "Proxy/v1"
      return method === "eth_getLogs" ? [] : result
    },
  })
  await chain.buy(bob, token, "5")
  const { token: other } = await chain.launch(bob, { symbol: "MOSS", name: "Moss" })
  await chain.buy(bob, other, "5")
  await follower.settle()
  const countTrades = async () => (await pool().query("select from trade")).rowCount
  const before = await countTrades()
  proxy.set({ kind: "well" })
  await until(async () => ((await countTrades()) ?? 0) > (before ?? 0))
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
  proxy.set({
    kind: "altered",
    alter: (method, result) => {
      if (method === "web3_clientVersion") return "Proxy/v1"
      if (method !== "eth_getLogs") return result
      reads++
      return []
    },
  })
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
  proxy.set({
    kind: "altered",
    alter: (method, result) => {
      if (method === "web3_clientVersion") return "Proxy/v1"
      return method === "eth_chainId" ? "0x1" : result
    },
  })
  await chain.buy(bob, token, "5")
  await until(async () => proxy.calls().some((call) => call.startsWith("eth_chainId")))
  await until(async () => proxy.asked() > 3)
  proxy.set({ kind: "well" })
  await follower.settle()
  await follower.stop()
  expect(await dump(pool())).toEqual(await freshDump(chain))
})
