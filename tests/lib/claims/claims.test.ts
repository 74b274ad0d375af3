import type { Hex } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { toClaimCall } from "@/lib/claims/calls"
import { findClaims } from "@/lib/claims/queries"
import { claimKinds } from "@/lib/claims/schema"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { createMarkets, type MarketKey } from "@/tests/helpers/markets"
import { createUpdown } from "@/tests/helpers/updown"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"
import { createLoanWorld, type LoanWorld, loanActions } from "@/tests/lib/portfolio/loan-actions"

const WINDOW = 1_800
const YES = 0
const NO = 1
const EARLY = 253

let chain: TestChain
let world: LoanWorld
let market: MarketKey

const play = (action: string, pick = 0, size = 0) => loanActions[action]?.(world, { pick, size })

/** A wallet with one claim of every kind. */
beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  world = await createLoanWorld(chain)
  await playMarket()
  await playRewards()
  for (const [action, pick, size] of [
    ...([
      ["borrow", 0, 20],
      ["leverage", 1, 100],
      ["wrap", 0, 40],
      ["lock", 0, 49],
    ] as const),
    ...([
      ["vaultBorrow", 0, 10],
      ["receiveGradual", 1, 29],
      ["wait", 0, 100_000],
    ] as const),
  ]) {
    await play(action, pick, size)
  }
  await play("liquidateAll")
  await play("liquidateAll")
  await playRounds()
  await emptyIndex(pool())
  await catchUp(chain)
})

afterAll(() => chain?.stop())

/** A round that alice wins, and one that is canceled. */
async function playRounds() {
  const updown = await createUpdown(chain)
  await updown.post(95_000)
  await updown.start()
  await updown.bet(alice, 0, "bull", 20n * WAD)
  await updown.bet(bob, 0, "bear", 30n * WAD)
  await updown.bet(alice, 1, "bear", 7n * WAD)
  await updown.wait(0)
  await updown.post(95_001)
  await updown.settle(bob, 0)
  await updown.panic()
}

/** A market that is disputed twice, first for being too early; alice has voted and won. */
async function playMarket() {
  const markets = await createMarkets(chain)
  market = await markets.createMarket(bob, { name: "Decided?" })
  await markets.buyShares(alice, market, YES, "100")
  await markets.buyShares(bob, market, NO, "50")
  await markets.donate(bob, market, "12", "bounty")
  for (const voter of [alice, dave]) await markets.stake(voter)
  for (const outcome of [EARLY, YES]) {
    await markets.propose(bob, market, NO)
    await markets.dispute(carol, market, outcome)
    for (const voter of [alice, dave]) await markets.vote(voter, market, outcome)
    await markets.advanceTime(2 * WINDOW)
    await markets.finalize(dave, market)
  }
}

async function playRewards() {
  const { token } = await chain.launch(bob, { symbol: "CORAL", frozen: true })
  await chain.whitelist(bob, token, [alice, carol], "500")
  await chain.buy(alice, token, "50")
  await chain.buy(carol, token, "50")
}

const balance = async (token: string) => {
  const data = `0x70a08231${alice.slice(2).padStart(64, "0")}`
  return BigInt((await chain.call("eth_call", { to: token, data }, "latest")) as Hex)
}

async function list() {
  const { claims } = await findClaims(alice)
  return (claims ?? []).map((claim) => ({ ...claim, amount: BigInt(`${claim.amount}`) }))
}

describe("claims of a wallet", () => {
  test("are of every kind, the most valuable first, in the units of what is paid", async () => {
    const claims = await list()
    expect(new Set(claims.map(({ kind }) => kind))).toEqual(new Set(claimKinds))
    const values = claims.map(({ valueUsd }) => valueUsd ?? -1n)
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : -1)))
    const of = (kind: string) => claims.find((each) => each.kind === kind)
    expect(of("redemption")).toMatchObject({ symbol: "USDB", title: "Decided?" })
    expect(of("liquidation")).toMatchObject({ symbol: "TIDE", token: chain.book.mainToken })
    // The stake, and the losing pool less 5 %; the stake of the round that was stopped.
    expect(of("rounds")).toMatchObject({
      ...{ title: "BTC rounds", amount: 48n * WAD + WAD / 2n + 7n * WAD },
      rounds: [
        { tf: 1, roundId: 1 },
        { tf: 0, roundId: 1 },
      ],
    })
    expect(of("vault_liquidation")).toMatchObject({ symbol: "wTIDE", valueUsd: null })
    for (const { amount, valueUsd, symbol } of claims) {
      if (symbol === "USDB") expect(valueUsd).toBe(amount)
    }
  })

  test("pay what they say, to the wei, and are gone then", async () => {
    for (const claim of await list()) {
      const asset = claim.symbol === "USDB" ? chain.book.usdb : claim.token
      const now = (await list()).find(({ id }) => id === claim.id)
      const before = await balance(asset)
      const { to, data } = toClaimCall(claim)
      expect(await chain.send(alice, to, data)).toMatchObject({ status: "0x1" })
      const paid = (await balance(asset)) - before
      await catchUp(chain)
      if (claim.kind === "vault_liquidation") expect(paid).toBe(0n)
      else if (claim.kind === "vesting") expect(paid).toBeGreaterThanOrEqual(now?.amount ?? 0n)
      else expect(paid).toBe(now?.amount)
      const left = (await list()).find(({ id }) => id === claim.id)
      expect(left?.amount ?? 0n).toBeLessThan(claim.amount)
    }
  })

  test("are none for somebody else", async () => {
    expect(await findClaims("0x00000000000000000000000000000000000000ff")).toEqual({ claims: [] })
  })
})
