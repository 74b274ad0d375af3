import { describe, expect, it } from "vitest"
import {
  genesisTime,
  isTrade,
  readMiniSample,
  replayMiniSample,
} from "@/scripts/local/sample/replay"
import {
  type Exchange,
  expectRealTime,
  freshExchange,
  isEmpty,
  mineOne,
  seconds,
} from "./sample-chain"

const DAY_SECONDS = 86_400

async function logsOf({ client }: Exchange) {
  const logs = await client.getLogs({ fromBlock: 0n, toBlock: "latest" })
  return logs.map(({ blockHash: _, ...log }) => log)
}

describe("the mini history", () => {
  it("has some of everything", () => {
    const plan = readMiniSample(1_795_230_000)
    const calls = plan.map(({ call }) => call)
    expect(calls.filter(isEmpty)).toEqual([])
    const trades = plan.filter(isTrade).length
    expect(trades).toBeGreaterThanOrEqual(60)
    expect(trades).toBeLessThanOrEqual(200)
    expect(calls.filter(({ kind }) => kind === "openMarket")).toHaveLength(7)
    for (const kind of ["buyShares", "listShares"]) {
      expect(calls.filter((call) => call.kind === kind).length, kind).toBeGreaterThan(0)
    }
  })

  it("leaves the same logs on two chains that share a clock", async () => {
    const now = seconds()
    const [one, two] = await Promise.all([
      freshExchange(genesisTime(now)),
      freshExchange(genesisTime(now) - 1_000),
    ])
    try {
      const deployed = await one.client.getBlockNumber()
      const played = await replayMiniSample({ ...one.options, now })
      expect(await replayMiniSample({ ...two.options, now })).toEqual(played)
      expect(played.trades).toBe(readMiniSample(now).filter(isTrade).length)
      const [logs, others] = await Promise.all([logsOf(one), logsOf(two)])
      // The deployment's own blocks carry the time of their mining.
      const later = ({ blockNumber }: { blockNumber: bigint }) => blockNumber > deployed
      expect(others.filter(later)).toEqual(logs.filter(later))
      await expectRealTime(one, () => mineOne(one))
    } finally {
      await Promise.all([one.node.stop(), two.node.stop()])
    }
  })

  it("reports its progress up to the last transaction", async () => {
    const exchange = await freshExchange()
    const seen: [number, number][] = []
    try {
      const progress = (done: number, total: number) => seen.push([done, total])
      const { transactions } = await replayMiniSample({ ...exchange.options, progress })
      expect(seen.at(-1)).toEqual([transactions, transactions])
    } finally {
      await exchange.node.stop()
    }
  })

  it("is refused by a chain that begins too late", async () => {
    const exchange = await freshExchange(seconds() - DAY_SECONDS)
    try {
      await expect(replayMiniSample(exchange.options)).rejects.toThrow(
        "where the history to replay begins",
      )
    } finally {
      await exchange.node.stop()
    }
  })
})
