/** @module-tag long */
import { type Abi, type Hex, maxUint256 } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { findActivity } from "@/lib/portfolio/activity"
import { findHistory, removeCachedHistory } from "@/lib/portfolio/history"
import { replayHoldings } from "@/lib/portfolio/net-worth"
import { findPortfolio } from "@/lib/portfolio/queries"
import { findRoundValues } from "@/lib/portfolio/round-values"
import type { Asset } from "@/lib/updown/assets"
import { findWalletTotals } from "@/lib/updown/wallet-totals"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { LONG_TEST_MS, runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { roundActions } from "@/tests/helpers/updown"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"
import { createContractReader } from "./contract-worth"

const ASSETS = ["btc", "eth"] as const
const STEPS = runs(6, 25)

let chain: TestChain
let rounds: ReturnType<typeof roundActions>
let readWorth: ReturnType<typeof createContractReader>
/** By asset; every price differs from the one before unless a round is to end equal. */
let price: number

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  rounds = roundActions(chain)
  readWorth = createContractReader(chain, ASSETS)
  price = 100
  for (const asset of ASSETS) await rounds.start(asset, price)
  for (const wallet of [alice, bob]) {
    await chain.write(wallet, chain.book.usdb, usdbAbi, "approve", [chain.book.swap, maxUint256])
  }
})

afterAll(() => chain?.stop())

type Choice = { asset: Asset; tf: number; size: number }

const side = ({ size }: Choice) => (size % 2 === 0 ? "bull" : "bear")
const usdbOf = ({ size }: Choice) => `${1 + (size % 90)}.000000000000000007`

async function end({ asset, tf }: Choice, change: number) {
  await rounds.passEnd(asset, tf, 3)
  price += change
  await rounds.setPrice(asset, price)
  return rounds.settle(carol, asset, tf)
}

const claim = (asset: Asset, tfs: number[], ids: bigint[]) =>
  chain.write(alice, chain.book.upDown[asset], upDownAbi as Abi, "claimMany", [tfs, ids])

/** What can happen to a wallet that bets; some are refused. */
const actions: Record<string, (choice: Choice) => Promise<unknown>> = {
  bet: (choice) => rounds.bet(alice, choice.asset, choice.tf, side(choice), usdbOf(choice)),
  othersBet: async (choice) => {
    await rounds.bet(bob, choice.asset, choice.tf, "bull", usdbOf(choice))
    await rounds.bet(carol, choice.asset, choice.tf, "bear", usdbOf(choice))
  },
  open: async ({ asset, tf }) => {
    await rounds.setPrice(asset, price)
    await rounds
      .settle(carol, asset, tf)
      .catch(() => rounds.cancel(carol, asset, tf).catch(() => 0))
    await rounds.startRound(carol, asset, tf).catch(() => 0)
  },
  rise: (choice) => end(choice, 1),
  fall: (choice) => end(choice, -1),
  equal: (choice) => end(choice, 0),
  silence: async ({ asset, tf }) => {
    await rounds.passEnd(asset, tf, 1_300)
    await rounds.cancel(carol, asset, tf)
    await rounds.setPrice(asset, price)
    await rounds.startRound(carol, asset, tf).catch(() => null)
  },
  panic: async ({ asset }) => {
    await rounds.panic(asset)
    await rounds.setPrice(asset, price)
    await rounds.resume(asset)
  },
  claim: ({ asset, tf, size }) => rounds.claim(alice, asset, tf, BigInt(1 + (size % 4))),
  claimAll: async ({ asset }) => {
    const all = [0, 1, 2].flatMap((tf) => [1n, 2n, 3n, 4n, 5n].map((id) => ({ tf, id })))
    return claim(
      asset,
      all.map(({ tf }) => tf),
      all.map(({ id }) => id),
    )
  },
  trade: ({ size }) => chain.buyMain(alice, `${5 + (size % 20)}`),
  give: ({ size }) => chain.transfer(alice, chain.book.usdb, bob, BigInt(size)),
  receive: ({ size }) => chain.transfer(bob, chain.book.usdb, alice, BigInt(size)),
}

/** Every action, and every outcome of a bet: its name, the asset's place, the timeframe and a size. */
const WALK = `
  bet 0 0 10, bet 0 0 30, othersBet 0 0 50, trade 0 0 7, rise 0 0 0, claim 0 0 0,
  bet 0 0 21, othersBet 0 0 12, rise 0 0 0, open 1 0 0, bet 1 0 15, othersBet 1 0 9, fall 1 0 0,
  open 1 1 0, bet 1 1 11, othersBet 1 1 80, receive 0 0 99, fall 1 1 0, open 0 0 0, bet 0 0 40,
  othersBet 0 0 3, equal 0 0 0, open 0 0 0, bet 0 0 5, othersBet 0 0 40, silence 0 0 0,
  claim 0 0 3, open 0 2 0, bet 0 2 7, othersBet 0 2 8, open 1 2 0, bet 1 2 8, panic 1 0 0,
  give 0 0 1000, fall 0 2 0, claimAll 1 0 0, claimAll 0 0 0, open 0 0 0, bet 0 0 33
`
const walk = WALK.split(",").map((line) => {
  const [action = "", asset, tf, size] = line.trim().split(" ")
  return { action, asset: ASSETS[Number(asset)] ?? "btc", tf: Number(tf), size: Number(size) }
})

type Moment = { time: number; rounds: bigint }

async function check(action: string): Promise<Moment> {
  await catchUp(chain)
  removeCachedHistory(alice)
  const [view, contracts, history] = await Promise.all([
    findPortfolio(alice, "all"),
    readWorth(alice, []),
    findHistory(alice),
  ])
  const { cash, worth, roundWorth, contributed, realised, unrealised } = view
  expect({ action, cash, roundWorth, worth }).toEqual({
    ...{ action, cash: contracts.cash, roundWorth: contracts.rounds, worth: contracts.worth },
  })
  expect(worth).toBe((contributed ?? 0n) + (realised ?? 0n) + (unrealised ?? 0n))
  expect(view.points.at(-1)).toMatchObject({ worth, contributed })
  expect(replayHoldings(history ?? [], [Number.POSITIVE_INFINITY])[0]?.cash).toBe(cash)
  const block = (await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: Hex }
  return { time: Number(block.timestamp), rounds: contracts.rounds }
}

/** The chart's figures at the times of the steps are what the contracts said then. */
async function checkReplay(moments: readonly Moment[]) {
  const last = new Map(moments.map((moment) => [moment.time, moment]))
  const distinct = [...last.values()]
  const values = await findRoundValues(
    alice,
    distinct.map(({ time }) => time),
  )
  expect(values).toEqual(distinct.map((moment) => moment.rounds))
}

describe("the net worth of a wallet that bets", () => {
  test(
    "is what the contracts say, to the wei, after every step",
    async () => {
      await emptyIndex(pool())
      const moments: Moment[] = []
      for (const { action, ...choice } of walk) {
        await actions[action]?.(choice)
        moments.push(await check(action))
      }
      await checkReplay(moments)
      const walked = new Set(walk.map(({ action }) => action))
      expect(Object.keys(actions).filter((action) => !walked.has(action))).toEqual([])
    },
    LONG_TEST_MS,
  )

  test("has results of decided rounds, claimed or not", async () => {
    const [view, totals] = await Promise.all([findPortfolio(alice, "all"), findWalletTotals(alice)])
    expect(totals).toEqual(view.rounds)
    const { won, lost, wins, losses, refunds, open } = totals
    expect({ wins, losses, refunds, open }).toEqual({ wins: 4, losses: 1, refunds: 3, open: 1 })
    expect(won > 0n && lost > 0n).toBe(true)
    expect(view.realised).toBe(won - lost)
  })

  test("has bets and payouts in its log", async () => {
    const { data = [] } = (await findActivity(alice, { page: 1, limit: 100 })) ?? {}
    const bet = data.find(({ kind }) => kind === "bet")
    expect(bet).toMatchObject({
      rounds: [{ asset: "btc", tf: 0, side: "bear" }],
      moves: [{ symbol: "USDB" }],
      realised: 0n,
    })
    const collected = data.filter(({ kind }) => kind === "betWon" || kind === "betRefunded")
    const { won } = await findWalletTotals(alice)
    expect(collected.reduce((sum, { realised }) => sum + realised, 0n)).toBe(won)
    expect(collected.flatMap(({ rounds: paid }) => paid)).toHaveLength(7)
    expect(data.filter(({ kind }) => kind === "sent" || kind === "received")).toHaveLength(3)
  })

  test(
    "is right after random steps, too",
    async () => {
      const step = fc.record({
        action: fc.constantFrom(...Object.keys(actions)),
        asset: fc.constantFrom(...ASSETS),
        tf: fc.nat(2),
        size: fc.nat(1_000),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
          const start = await chain.snapshot()
          await emptyIndex(pool())
          const moments: Moment[] = []
          for (const { action, ...choice } of steps) {
            const done = await actions[action]?.(choice).catch(() => null)
            if (done !== null) moments.push(await check(action))
          }
          await checkReplay(moments)
          await chain.revert(start)
        }),
        { numRuns: runs(1, 20), endOnFailure: true },
      )
    },
    LONG_TEST_MS,
  )
})
