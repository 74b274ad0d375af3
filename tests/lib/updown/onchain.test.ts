import { createPublicClient, http, parseEther } from "viem"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { readPastRounds, readPriceHistory, readRounds, readRoundsSoon } from "@/lib/updown/onchain"
import { timeframes } from "@/lib/updown/timeframes"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { roundActions } from "@/tests/helpers/updown"

let chain: TestChain
let rounds: ReturnType<typeof roundActions>

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  rounds = roundActions(chain)
  await rounds.start("btc", 100)
  await rounds.start("eth", 100)
})

afterAll(() => chain?.stop())

/** At the newest block: a block counts as the newest for a moment after another. */
async function readAsset(asset: string) {
  await new Promise((resolve) => setTimeout(resolve, 450))
  const view = await readRounds()
  const assetView = view?.assets.find((each) => each.asset === asset)
  if (!view || !assetView) throw new Error("The chain did not answer")
  return { view, assetView }
}

/** Lets time pass, in seconds. */
async function pass(seconds: number) {
  await chain.call("evm_increaseTime", seconds)
  await chain.call("evm_mine")
}

describe("the rounds as pages show them", () => {
  test("are those of the contract at the newest block", async () => {
    await rounds.bet(alice, "btc", 0, "bull", "30")
    await rounds.bet(bob, "btc", 0, "bear", "10")
    const { assetView } = await readAsset("btc")
    const [round] = assetView.rounds
    const onchain = await createPublicClient({ transport: http(chain.url) }).readContract({
      ...{ address: toAddress(chain.book.upDown.btc), abi: upDownAbi },
      ...{ functionName: "getRound", args: [0, 1n] },
    })
    expect(assetView).toMatchObject({ isPaused: false, minBet: parseEther("1") })
    expect(assetView.feed).toMatchObject({ price: 10_000_000_000n })
    expect(assetView.rounds.map((each) => each?.roundId)).toEqual(timeframes.map(() => 1))
    expect(round).toEqual({
      ...{ roundId: 1, outcome: "pending", endPrice: null, endPriceRoundId: null, settledAt: null },
      ...{ startTime: Number(onchain[0]), endTime: Number(onchain[1]), startPrice: onchain[3] },
      ...{ reserves: { bull: parseEther("530"), bear: parseEther("510") } },
      ...{ bullPool: parseEther("30"), bearPool: parseEther("10") },
      ...{ sharesBull: onchain[10], sharesBear: onchain[11], seedBonus: 0n, seedPaid: 0n },
    })
  })

  test("change with the block, and go on with the next round", async () => {
    await pass(300)
    await rounds.setPrice("btc", 101)
    await rounds.settle(alice, "btc", 0)
    const { view, assetView } = await readAsset("btc")
    expect(assetView.rounds[0]).toMatchObject({ roundId: 2, startPrice: 10_100_000_000n })
    // 3 % of the losing pool.
    expect(assetView.rounds[0]?.seedBonus).toBe(parseEther("0.3"))
    const timeframe = timeframes[0]
    const past = await readPastRounds({ asset: "btc", timeframe }, { before: 2, limit: 9 })
    expect(past).toHaveLength(1)
    expect(past?.[0]).toMatchObject({ roundId: 1, outcome: "bull_wins", endPrice: 10_100_000_000n })
    expect(past?.[0]?.endPriceRoundId).toBe(assetView.feed?.roundId)
    expect(view.chainTime).toBeGreaterThan(Date.now() + 250_000)
  })
})

describe("the history of prices", () => {
  test("begins with the price that held then, is evenly spaced, and ends with the latest", async () => {
    const { view } = await readAsset("eth")
    const from = Math.floor(view.chainTime / 1_000)
    for (let usd = 1; usd <= 400; usd++) {
      await chain.warp(10)
      await rounds.setPrice("eth", 100 + usd)
    }
    const points = await readPriceHistory("eth", from + 5)
    expect(points.length).toBeGreaterThan(80)
    expect(points.length).toBeLessThanOrEqual(162)
    expect(points[0]?.time).toBeLessThanOrEqual(from + 5)
    expect(points.at(-1)?.price).toBe(500)
    const times = points.map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(times.length)
    const last = await readPriceHistory("eth", (times.at(-1) ?? 0) - 30)
    expect(last.length).toBeLessThan(8)
    expect(last.at(-1)?.price).toBe(500)
  })

  test("of a whole feed begins with its first update", async () => {
    const points = await readPriceHistory("eth", 0)
    // Of the deployment.
    expect(points[0]?.price).toBe(3_200)
    expect(points.at(-1)?.price).toBe(500)
  })
})

test("a page that can do without the rounds shows them for a minute after the node went away", async () => {
  const { view } = await readAsset("btc")
  await chain.stop()
  await new Promise((resolve) => setTimeout(resolve, 450))
  expect(await readRounds()).toBeNull()
  const late = await readRoundsSoon()
  expect(late).toMatchObject({ block: view.block, assets: view.assets })
  expect(late?.chainTime).toBeGreaterThanOrEqual(view.chainTime + 450)
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000)
  expect(await readRoundsSoon()).toBeNull()
  vi.restoreAllMocks()
})
