import { type Address, createPublicClient, maxUint256 } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { findVaultEntry } from "@/lib/vault/entry-queries"
import {
  DAY_MS,
  findChainTime,
  findLastPrice,
  findPriceAt,
  findPriceHistory,
} from "@/lib/vault/history-queries"
import { readVaultState } from "@/lib/vault/onchain"
import { findVaultTotals } from "@/lib/vault/queries"
import { findYield, findYieldSources } from "@/lib/vault/yield-queries"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { catchUp } from "../indexer/following"
import { emptyIndex } from "../indexer/tables"

const DAY = 86_400

let chain: TestChain
let vault: Address
let token: string
/** Blocks without transactions in the middle of a release and after it. */
const readings: { time: Date; price: bigint }[] = []

const reader = () => createPublicClient({ transport: nodeTransport(chain.url), cacheTime: 0 })
const read = () => ({ address: vault, abi: stakingVaultAbi }) as const

const callVault = (from: Address, name: string, args: unknown[] = []) =>
  chain.write(from, vault, stakingVaultAbi, name, args)

async function pass(seconds: number) {
  await chain.warp(seconds)
  await chain.mine()
}

async function notePrice() {
  const client = reader()
  const [block, price] = await Promise.all([
    client.getBlock(),
    client.readContract({ ...read(), functionName: "convertToAssets", args: [WAD] }),
  ])
  readings.push({ time: new Date(Number(block.timestamp) * 1_000), price })
}

/** What wallets do in 19 days: taxes of two tokens, a gift, loans that are repaid and liquidated. */
async function playHistory() {
  const { book, write } = chain
  await chain.buyMain(alice, "2000")
  for (const wallet of [alice, bob, carol, dave]) {
    await write(wallet, book.mainToken, usdbAbi, "approve", [vault, maxUint256])
    await write(wallet, book.usdb, usdbAbi, "approve", [vault, maxUint256])
  }
  await callVault(alice, "buy", [1_000n * WAD])
  const path = [book.usdb, book.mainToken]
  await write(bob, book.swap, swapAbi, "buyTokens", [500n * WAD, 0n, path, true])
  await chain.buy(carol, token, "300")
  await pass(2 * DAY)
  await callVault(dave, "investYield")
  await pass(DAY / 2)
  await notePrice()
  await pass(4 * DAY)
  await notePrice()
  await chain.buyMain(carol, "700")
  await callVault(carol, "injectYield", [5n * WAD])
  await callVault(alice, "lock", [400n * WAD])
  await callVault(alice, "borrow", [100n * WAD, 10n])
  await callVault(alice, "repay")
  await callVault(bob, "lock", [200n * WAD])
  await callVault(bob, "borrow", [150n * WAD, 10n])
  await pass(DAY)
  await callVault(alice, "sell", [100n * WAD, true, 0n])
  await chain.transfer(alice, vault, carol, 50n * WAD)
  await pass(10 * DAY)
  await write(dave, book.loanHub, loanHubAbi, "liquidate", [vault, 2n])
  await chain.buyMain(carol, "100")
}

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  vault = toAddress(chain.book.staking)
  await emptyIndex(pool())
  token = (await chain.launch(carol, { symbol: "KELP" })).token
  await playHistory()
  await catchUp(chain)
})

afterAll(() => chain?.stop())

const balanceOf = (wallet: Address) =>
  reader().readContract({ ...read(), functionName: "balanceOf", args: [wallet] })

async function present() {
  const [state, time] = await Promise.all([readVaultState(), findChainTime()])
  if (!state) throw new Error("The node did not answer")
  return { state, now: { time, price: state.price } }
}

describe("yield", () => {
  test("what reached the vault is what was invested and what waits, to the wei", async () => {
    const { state, now } = await present()
    const sources = await findYieldSources(30, now.time)
    const invested = await findYield(30, now)
    const total = sources.reduce((sum, { usdb }) => sum + usdb, 0n)
    expect(total).toBe((invested?.usdb ?? 0n) + state.pending)
    expect(state.pending).toBeGreaterThan(0n)
    expect(invested?.tide).toBeGreaterThan(0n)
  })

  test("names the tokens whose taxes they are, and gifts", async () => {
    const sources = await findYieldSources(30, await findChainTime())
    const named = sources.map(({ kind, token: of }) => [kind, of?.symbol ?? null])
    expect(named).toContainEqual(["tax", "KELP"])
    expect(named).toContainEqual(["gift", null])
    expect(sources.find(({ kind }) => kind === "gift")).toMatchObject({
      ...{ usdb: 5n * WAD, payments: 1 },
    })
    // 1.5 % of 300 USDB, of which the vault gets 16 %.
    expect(sources.find(({ token: of }) => of?.symbol === "KELP")?.usdb).toBe((72n * WAD) / 100n)
    expect(named.every(([kind, symbol]) => kind === "gift" || symbol !== null)).toBe(true)
  })

  test("counts the purchases of the period, and the growth since then", async () => {
    const { now } = await present()
    const [week, month] = await Promise.all([findYield(7, now), findYield(30, now)])
    expect(week?.injections).toBeLessThan(month?.injections ?? 0)
    expect(week?.growth).toBeLessThan(month?.growth ?? 0n)
    // The first share cost 1 TIDE.
    expect(month?.growth).toBe((now.price - WAD) * 100n)
    expect(+now.time - +(month?.since ?? 0)).toBeLessThan(30 * DAY_MS)
    expect(+now.time - +(week?.since ?? 0)).toBe(7 * DAY_MS)
  })
})

describe("share price", () => {
  test("between events is that of the contract", async () => {
    const { now } = await present()
    for (const { time, price } of readings) {
      const reading = await findPriceAt(time, now)
      const difference = (reading?.price ?? 0n) - price
      // A release begins with the second of its block; the history knows milliseconds.
      expect(difference < 0n ? -difference : difference).toBeLessThan(WAD / 10n ** 9n)
    }
    expect(readings[1]?.price).toBeGreaterThan(readings[0]?.price ?? 0n)
  })

  test("never falls in any range, and ends with the present one", async () => {
    const { now } = await present()
    for (const range of ["1d", "1w", "1m", "all"] as const) {
      const points = await findPriceHistory(range, now)
      expect(points.at(-1)).toEqual(now)
      for (const [index, { time, price }] of points.entries()) {
        const next = points[index + 1]
        expect(next?.price ?? price).toBeGreaterThanOrEqual(price)
        expect(+(next?.time ?? time)).toBeGreaterThanOrEqual(+time)
      }
    }
    const week = await findPriceHistory("1w", now)
    expect(+(week[0]?.time ?? 0)).toBe(+now.time - 7 * DAY_MS)
    expect((await findLastPrice(now.time))?.price).toBeLessThanOrEqual(now.price)
  })
})

test("the totals of the index are those of the contract", async () => {
  const { state } = await present()
  const accounts = await Promise.all(
    [alice, bob, carol, dave].map((wallet) =>
      reader().readContract({ ...read(), functionName: "userVaults", args: [wallet] }),
    ),
  )
  expect(await findVaultTotals()).toEqual({
    holders: 3,
    shares: state.shares,
    locked: accounts.reduce((sum, [locked]) => sum + locked, 0n),
  })
})

describe("entry", () => {
  test("is of the shares the wallet has", async () => {
    for (const wallet of [alice, bob, carol, dave]) {
      expect((await findVaultEntry(wallet)).shares).toBe(await balanceOf(wallet))
    }
  })

  test("has the cost of what was wrapped, less that of what left", async () => {
    const { shares, cost, realised } = await findVaultEntry(alice)
    expect([shares, cost]).toEqual([850n * WAD, 850n * WAD])
    expect(realised).toBeGreaterThan(0n)
  })

  test("values what another wallet sent at the price of that time", async () => {
    const { shares, cost } = await findVaultEntry(carol)
    expect(shares).toBe(50n * WAD)
    expect(cost).toBeGreaterThan(50n * WAD)
    const { now } = await present()
    expect(cost).toBeLessThan((shares * now.price) / WAD)
  })

  test("of nobody is empty", async () => {
    const nobody = await findVaultEntry(`0x${"9".repeat(40)}`)
    expect(nobody).toEqual({ shares: 0n, cost: 0n, realised: 0n })
  })
})
