import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  genesisTime,
  isTrade,
  readMiniSample,
  replayMiniSample,
} from "@/scripts/local/sample/replay"
import { isDeep } from "@/tests/helpers/deep"
import { type Exchange, expectRealTime, freshExchange, mineOne, seconds } from "./sample-chain"

async function logsOf({ client }: Exchange) {
  const logs = await client.getLogs({ fromBlock: 0n, toBlock: "latest" })
  return logs.map(({ blockHash: _, ...log }) => log)
}

describe("the mini history", () => {
  it("has some of everything", () => {
    const plan = readMiniSample(1_795_230_000)
    const count = (name: string) => plan.filter(({ functionName }) => functionName === name).length
    const trades = plan.filter(isTrade).length
    expect(trades).toBeGreaterThanOrEqual(60)
    expect(trades).toBeLessThanOrEqual(200)
    expect(count("createMarket")).toBe(7)
    for (const name of ["buy", "listOrder"]) expect(count(name), name).toBeGreaterThan(0)
  })

  describe.runIf(isDeep)("on two chains that share a clock", () => {
    const now = seconds()
    let one: Exchange
    let two: Exchange
    let deployed: bigint

    beforeAll(async () => {
      const genesis = genesisTime(now)
      ;[one, two] = await Promise.all([freshExchange(genesis), freshExchange(genesis - 1_000)])
      deployed = await one.client.getBlockNumber()
    })
    afterAll(() => Promise.all([one?.node.stop(), two?.node.stop()]))

    it("leaves the same logs, and reports its progress up to the last transaction", async () => {
      const seen: [number, number][] = []
      const progress = (done: number, total: number) => seen.push([done, total])
      const played = await replayMiniSample({ ...one.options, now, progress })
      expect(seen.at(-1)).toEqual([played.transactions, played.transactions])
      expect(await replayMiniSample({ ...two.options, now })).toEqual(played)
      expect(played.trades).toBe(readMiniSample(now).filter(isTrade).length)
      const [logs, others] = await Promise.all([logsOf(one), logsOf(two)])
      // The deployment's own blocks carry the time of their mining.
      const later = ({ blockNumber }: { blockNumber: bigint }) => blockNumber > deployed
      expect(others.filter(later)).toEqual(logs.filter(later))
      await expectRealTime(one, () => mineOne(one))
    })

    it("is refused where the chain has blocks of its time", async () => {
      await expect(replayMiniSample(one.options)).rejects.toThrow(
        "where the history to replay begins",
      )
    })
  })
})
