import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { fetchInParts } from "@/lib/chain/fetch-in-parts"
import { quoteNode } from "@/lib/chain/node-limits"
import { pool } from "@/lib/db/client"
import { findIndexProblems } from "@/lib/events/index-status"
import { FailureTracker } from "@/lib/indexer/failures"
import { createRpc } from "@/lib/indexer/rpc"
import { log as logger } from "@/lib/telemetry/logger"
import { configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { freshDump, startFollower } from "./following"
import { playHistory } from "./history"
import { providers, startLimitedNode } from "./limited-node"
import { type Dump, dump, emptyIndex } from "./tables"

/** Whatever a node takes, and however it refuses more, the same index is made. */
let chain: TestChain
let expected: Dump
const warn = vi.spyOn(console, "warn")

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  await playHistory(chain)
  expected = await freshDump(chain)
  warn.mockImplementation(() => {})
})
afterEach(async () => {
  warn.mockClear()
  await emptyIndex(pool())
})
afterAll(async () => {
  vi.restoreAllMocks()
  await chain?.stop()
})

const saidInLog = () => warn.mock.calls.map(([line]) => String(line)).join("\n")

test.each(Object.entries(providers))("%s", async (_, provider) => {
  await emptyIndex(pool())
  const node = await startLimitedNode(chain.url, provider)
  const follower = await startFollower(chain, { rpcUrl: node.url, timeoutMs: 5_000 })
  await follower.settle()
  await follower.stop()
  await node.stop()
  expect(node.refusals()).toBeGreaterThan(0)
  if (provider.batch) expect(node.largestBatch()).toBeLessThanOrEqual(provider.batch.max)
  expect(await dump(pool())).toEqual(expected)
})

test("a learned limit and the node's words are in the log, and the limit is not met again", async () => {
  const node = await startLimitedNode(chain.url, providers["dRPC, free"] ?? {})
  const rpc = createRpc(node.url, { timeoutMs: 5_000 })
  const calls = Array.from({ length: 20 }, (_, i) => ({
    method: "eth_getBlockByNumber",
    params: [`0x${i.toString(16)}`, false],
  }))
  const first = await rpc.batch(calls)
  expect(first.map((block) => Number((block as { number: string }).number))).toEqual(
    calls.map((_, i) => i),
  )
  const refusals = node.refusals()
  await rpc.batch(calls)
  expect(node.refusals()).toBe(refusals)
  expect(saidInLog()).toContain("Batch of more than 3 requests are not allowed on free tier")
  await node.stop()
})

test("what no smaller request cures is in health, in the node's words without its key", async () => {
  const message =
    "Project 3f9a0d1e2b4c4e5f8a9b0c1d2e3f4a5b is suspended, see https://node.example/k/3f9a"
  const node = await startLimitedNode(chain.url, {
    rate: { every: 1, status: 403, error: { code: -32002, message } },
  })
  vi.spyOn(logger, "error").mockImplementation(() => {})
  const rpc = createRpc(node.url, { timeoutMs: 300 })
  const refused = await rpc.call("eth_blockNumber").catch((error: unknown) => error)
  await node.stop()
  const client = await pool().connect()
  const tracker = new FailureTracker(client)
  while (!(await tracker.record(refused, { next: 7, isStoring: false })));
  const { failure } = await findIndexProblems()
  await tracker.clear()
  client.release()
  expect(failure).toContain("(403): Project … is suspended, see …")
  expect(failure).not.toContain("3f9a")
})

test("words of a node are shown short and on one line", () => {
  expect(quoteNode(`a\n\tb ${"x ".repeat(300)}`).length).toBeLessThanOrEqual(201)
  expect(quoteNode("range\u202e 0x1234567890123456789012345678901234567890\n")).toBe(
    "range 0x1234567890123456789012345678901234567890",
  )
})

const batchOf = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      jsonrpc: "2.0",
      id: 70 + i,
      method: "eth_getBlockByNumber",
      params: [`0x${i.toString(16)}`, false],
    })),
  )

test.each(Object.entries(providers).filter(([, { batch }]) => batch))(
  "a page's batch at %s",
  async (_, provider) => {
    const { batch, rate } = provider
    const node = await startLimitedNode(chain.url, {
      ...(batch && { batch }),
      ...(rate && { rate }),
    })
    const headers = { "content-type": "application/json" }
    const response = await fetchInParts(node.url, { method: "POST", headers, body: batchOf(120) })
    const answers = (await response.json()) as { id: number; result: { number: string } }[]
    await node.stop()
    expect(node.refusals()).toBeGreaterThan(0)
    expect(answers.map(({ id, result }) => [id, Number(result.number)])).toEqual(
      answers.map((_, i) => [70 + i, i]),
    )
    expect(answers).toHaveLength(120)
  },
)
