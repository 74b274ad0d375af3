/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { findIndexStatus } from "@/lib/events/index-status"
import { log as logger } from "@/lib/telemetry/logger"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { isDeep, runs } from "@/tests/helpers/deep"
import { freshDump, startFollower, until } from "./following"
import { playHistory } from "./history"
import { type NodeState, startProxy } from "./proxy"
import { dump, emptyIndex } from "./tables"

let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
let kelp: string

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  kelp = (await playHistory(chain)).kelp
  proxy = await startProxy(chain.url)
})
beforeEach(async () => {
  proxy.set({ kind: "well" })
  await emptyIndex(pool())
  vi.spyOn(logger, "warn").mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await proxy?.stop()
  await chain?.stop()
})

const start = () => startFollower(chain, { rpcUrl: proxy.url, timeoutMs: 400 })

describe("nothing is skipped when the node", () => {
  const states: [string, NodeState][] = [
    ["breaks connections", { kind: "down" }],
    ["refuses", { kind: "refusing" }],
    ["stalls", { kind: "stalling" }],
  ]
  // Each reads the whole history twice: without --deep one of them fails at the start, all in between.
  const inTurn = states.map(([, state]) => state)
  const cases: [string, NodeState, NodeState[]][] = isDeep
    ? states.map(([name, state]) => [name, state, [state]])
    : [["stalls", { kind: "stalling" }, inTurn]]
  test.each(cases)("%s from the start and in between", async (_, first, next) => {
    proxy.set(first)
    const follower = await start()
    await until(async () => proxy.refused() >= 2)
    proxy.set({ kind: "well" })
    await follower.settle()
    for (const state of next) {
      proxy.set(state)
      await chain.buy(alice, kelp, "2")
      await until(async () => proxy.refused() >= 2)
      await chain.sell(bob, kelp, 9n)
      proxy.set({ kind: "well" })
      await follower.settle()
    }
    await follower.stop()
    expect(await dump(pool())).toEqual(await freshDump(chain))
  })

  test("lags behind, hiding logs and blocks it does not have", async () => {
    const follower = await start()
    await follower.settle()
    const { indexedBlock } = (await findIndexStatus()) ?? { indexedBlock: 0 }
    proxy.set({ kind: "lagging", head: indexedBlock - 3 })
    for (const amount of ["1", "2", "3"]) await chain.buy(alice, kelp, amount)
    await until(async () => proxy.asked() > 5)
    expect((await findIndexStatus())?.indexedBlock).toBe(indexedBlock)
    proxy.set({ kind: "lagging", head: indexedBlock + 1 })
    await until(async () => (await findIndexStatus())?.indexedBlock === indexedBlock + 1)
    proxy.set({ kind: "well" })
    await follower.settle()
    await follower.stop()
    expect(await dump(pool())).toEqual(await freshDump(chain))
  })

  test("limits the range of a question", async () => {
    proxy.set({ kind: "narrow", blocks: runs(40, 12) })
    const follower = await start()
    await until(async () => proxy.refused() >= 1)
    await follower.settle()
    await follower.stop()
    expect(await dump(pool())).toEqual(await freshDump(chain))
  })
})

test("the lag shows while only the head can be read", async () => {
  const follower = await start()
  await follower.settle()
  proxy.set({ kind: "rejecting", method: ["eth_getLogs", "eth_getTransactionReceipt"] })
  await chain.warp(45)
  await chain.buy(alice, kelp, "4")
  await until(async () => ((await findIndexStatus())?.lagBlocks ?? 0) > 0)
  expect((await findIndexStatus())?.lagSeconds).toBeGreaterThanOrEqual(45)
  proxy.set({ kind: "well" })
  await follower.settle()
  await follower.stop()
  expect(await findIndexStatus()).toMatchObject({ lagBlocks: 0, lagSeconds: 0 })
})
