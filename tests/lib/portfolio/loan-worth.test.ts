/** @module-tag long */
import { parseEther } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { pool } from "@/lib/db/client"
import { findActivity } from "@/lib/portfolio/activity"
import { findHistory, removeCachedHistory } from "@/lib/portfolio/history"
import { exportHoldingsCsv, exportHoldingsJson } from "@/lib/portfolio/holdings-export"
import { tokenOfKey } from "@/lib/portfolio/math"
import { replayHoldings } from "@/lib/portfolio/net-worth"
import { findPortfolio } from "@/lib/portfolio/queries"
import { alice, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { LONG_TEST_MS, runs } from "@/tests/helpers/deep"
import { STATES_OF_BRANCHES } from "@/tests/helpers/deployed-chain"
import { fc } from "@/tests/helpers/property"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"
import { createContractReader } from "./contract-worth"
import { createLoanWorld, type LoanWorld, loanActions } from "./loan-actions"

const STEPS = runs(10, 70)

let chain: TestChain
let world: LoanWorld
let readWorth: ReturnType<typeof createContractReader>

beforeAll(async () => {
  chain = await startChain({ keptStates: STATES_OF_BRANCHES })
  configureChain(chain)
  world = await createLoanWorld(chain)
  readWorth = createContractReader(chain)
  // From here on the chain's time is ahead of the clock, as the contracts' answers are of the chain's time.
  await chain.warp(3_600)
  await chain.mine()
})

afterAll(() => chain?.stop())

const step = fc.record({
  action: fc.constantFrom(...Object.keys(loanActions)),
  pick: fc.nat(1_000),
  size: fc.nat(1_000_000),
})

/** Every action, in an order in which each of them is possible: its name, what is picked, and a size. */
const WALK = `
  buy 0 300, sell 1 30, othersTrade 1 50, borrow 0 30, borrow 1 30, increase 0 20, extend 1 0,
  othersTrade 2 89, extend 0 2, sellPart 1 2, repay 0 0, wrap 0 40, lock 0 49, vaultBorrow 0 30,
  vaultAdd 0 4, vaultExtend 0 0, inject 0 200, wait 0 50000, vaultRepay 0 0, unlock 0 30,
  unwrap 1 20, unwrap 0 20, buyWrapped 0 100, giveShares 0 30, vaultBorrow 0 10, leverage 0 300,
  leverage 1 200, mixedBuy 1 200, closeLeverage 1 3, extendLeverage 1 0, othersTrade 1 50,
  extendLeverage 0 2, repayLeverage 0 0, vestForSelf 0 40, vestForOther 0 40, receiveGradual 1 29,
  receiveCliff 0 40, buyVested 0 300, wait 0 200000, claimVested 2 0, claimVested 4 0,
  extendVesting 2 0, addToVesting 2 3, borrowOnVesting 2 0, repayVesting 2 0, borrowOnVesting 2 0,
  borrowOnVesting 0 0, handOverVesting 3 1, handOverVesting 3 0, borrow 0 20, liquidateAll 0 0,
  liquidateAll 0 0, liquidateAll 0 0, claimLeft 2 0, claimLeverage 1 0, vaultSettle 0 0,
  vestForSelf 0 29, handOverRole 5 1
`
const walk = WALK.split(",").map((line) => {
  const [action = "", pick, size] = line.trim().split(" ")
  return { action, pick: Number(pick), size: Number(size) }
})

test(
  "net worth is what the contracts say, to the wei, after every step",
  async () => {
    await emptyIndex(pool())
    const refused: string[] = []
    for (const { action, ...choice } of walk) {
      await loanActions[action]?.(world, choice).catch((error) =>
        refused.push(`${action} ${error}`),
      )
      await catchUp(chain)
      await expectEqualToContracts(action)
    }
    expect(refused).toEqual([])
    const walked = new Set(walk.map(({ action }) => action))
    expect(Object.keys(loanActions).filter((action) => !walked.has(action))).toEqual([])
  },
  LONG_TEST_MS,
)

test("the activity names what happened, and the file of holdings adds up to the net worth", async () => {
  const { data = [] } = (await findActivity(alice, { page: 1, limit: 200 })) ?? {}
  const kinds = new Set(data.map(({ kind }) => kind))
  for (const kind of loanKinds) expect(kinds).toContain(kind)
  const file = await new Response(await exportHoldingsJson(alice)).json()
  const rows = z.array(z.record(z.string(), z.string())).parse(file)
  const sum = (column: string) =>
    rows.reduce((total, row) => total + parseEther(row[column] || "0"), 0n)
  const { worth, marketWorth } = await findPortfolio(alice, "1d")
  expect(sum("value_usd") - sum("debt_usdb") + marketWorth).toBe(worth)
  expect(sum("vesting")).toBeGreaterThan(0n)
  const csv = await new Response(await exportHoldingsCsv(alice)).text()
  expect(csv.split("\r\n")).toHaveLength(rows.length + 2)
})

const loanKinds = [
  ...(["borrowed", "leveraged", "repaid", "extended", "increased", "partial_sell"] as const),
  ...(["liquidated", "liquidation_claimed", "wrapped", "unwrapped", "vesting"] as const),
  "vesting_claimed" as const,
]

test(
  "net worth is right after random steps, too",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        const start = await chain.snapshot()
        await emptyIndex(pool())
        for (const { action, ...choice } of steps) {
          const done = await loanActions[action]?.(world, choice).catch(() => null)
          if (done === null) continue
          await catchUp(chain)
          await expectEqualToContracts(action)
        }
        await chain.revert(start)
      }),
      // Each leaves a branch of 70 to 310 blocks. The node forgets the oldest states first: those before the branches.
      { numRuns: runs(1, 10), endOnFailure: true },
    )
  },
  LONG_TEST_MS,
)

async function expectEqualToContracts(action: string) {
  removeCachedHistory(alice)
  const [view, contracts, history] = await Promise.all([
    findPortfolio(alice, "all"),
    readWorth(alice, world.tokens),
    findHistory(alice),
  ])
  const { cash, debt, worth } = view
  const quantities = new Map(view.assets.map(({ token, quantity }) => [token, quantity]))
  const held = new Map([...contracts.quantities].filter(([, amount]) => amount > 0n))
  expect({ action, cash, debt, worth, quantities }).toEqual({
    ...{ action, cash: contracts.cash, debt: contracts.debt, worth: contracts.worth },
    quantities: held,
  })
  const [end] = replayHoldings(history ?? [], [Number.POSITIVE_INFINITY])
  expect(end?.cash).toBe(cash - debt)
  const replayed = new Map<string, bigint>()
  for (const [key, { quantity }] of end?.held ?? []) {
    const token = tokenOfKey(key) ?? ""
    replayed.set(token, (replayed.get(token) ?? 0n) + quantity)
  }
  for (const { token, quantity, vesting } of view.assets) {
    const difference = quantity - (replayed.get(token) ?? 0n)
    // The rest is vested and not claimed yet.
    expect(difference >= 0n && difference <= vesting, `${action}: ${token}`).toBe(true)
  }
  expect(view.points.at(-1)?.worth).toBe(worth)
}
