import { createPublicClient, erc20Abi, getAddress, parseEther } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"

import { alice, bob, carol, dave, startChain, type TestChain } from "./chain"
import { createMarkets, EARLY, type MarketKey } from "./markets"
import { nodeTransport } from "./node-transport"

const WINDOW_SECONDS = 1_800

let chain: TestChain
let markets: Awaited<ReturnType<typeof createMarkets>>

beforeAll(async () => {
  chain = await startChain()
  markets = await createMarkets(chain)
  for (const voter of [alice, carol, dave]) await markets.stake(voter)
})

afterAll(() => chain.stop())

const reader = () => createPublicClient({ transport: nodeTransport(chain.url), cacheTime: 0 })

function sharesOf({ token, isPrivate }: MarketKey, user: string, outcome: number) {
  return reader().readContract({
    address: markets.transactions.contractOf(isPrivate),
    abi: marketTradingAbi,
    functionName: "getUserShares",
    args: [token, getAddress(user), outcome],
  })
}

function resolverOf({ token }: MarketKey) {
  const contract = { address: getAddress(chain.book.resolver), abi: marketResolverAbi } as const
  return {
    finalOutcome: () =>
      reader().readContract({ ...contract, functionName: "finalOutcome", args: [token] }),
    round: () =>
      reader().readContract({ ...contract, functionName: "currentRound", args: [token] }),
  }
}

test("a public market is traded, disputed, voted on and paid out", async () => {
  const market = await markets.createMarket(alice)
  await markets.donate(dave, market, "100", "bounty")
  await markets.buyShares(bob, market, 0, "100")
  await chain.buyMain(carol, "50")
  await markets.buyShares(carol, market, 1, "10", chain.book.mainToken)
  const shares = await sharesOf(market, bob, 0)
  expect(shares).toBe(195_109_058_980_511_065_000n)
  await markets.listShares(bob, market, 0, shares / 2n, "0.3")
  await markets.listShares(bob, market, 0, shares / 4n, "0.4")
  await markets.fillOrder(carol, market, 0n, shares / 4n)
  await markets.fillOrders(carol, market, [0n], "1")
  await markets.cancelOrder(bob, market, 1n)
  await markets.propose(carol, market, 1)
  await markets.dispute(bob, market, 0)
  await markets.vote(alice, market, 0)
  await markets.vote(carol, market, 1)
  await markets.vote(dave, market, 0)
  await markets.advanceTime(2 * WINDOW_SECONDS)
  await markets.finalize(dave, market)
  expect(await resolverOf(market).finalOutcome()).toBe(0)
  await markets.redeem(bob, market)
  await markets.claimBounty(alice, market)
  await expect(markets.redeem(bob, market)).rejects.toThrow("reverted")
})

test("an early proposal is reset, a vetoed one is decided by the operator", async () => {
  const market = await markets.createMarket(alice, { options: ["Gale", "Calm", "Fog"], seed: "60" })
  await markets.propose(alice, market, 0)
  await markets.dispute(bob, market, EARLY)
  await markets.vote(alice, market, EARLY)
  await markets.vote(dave, market, EARLY)
  await markets.advanceTime(2 * WINDOW_SECONDS)
  await markets.finalize(alice, market)
  expect(await resolverOf(market).round()).toBe(1n)
  await markets.claimEarlyBounty(dave, market, 0n)
  await markets.propose(bob, market, 1)
  await markets.dispute(carol, market, 2)
  await markets.advanceTime(WINDOW_SECONDS)
  await markets.veto(dave, market, 0)
  await markets.decide(market, 0)
  expect(await resolverOf(market).finalOutcome()).toBe(0)
})

test("a private event admits buyers and is decided by its voters", async () => {
  const market = await markets.createPrivateMarket(alice, { isEvent: true, seed: "0" })
  await markets.admitBuyers(alice, market, [bob])
  await markets.manageVoter(alice, market, carol)
  await expect(markets.buyShares(dave, market, 0, "10")).rejects.toThrow("reverted")
  await markets.buyShares(bob, market, 1, "10")
  await markets.vote(alice, market, 1)
  await markets.vote(carol, market, 1)
  await markets.advanceTime(900)
  await markets.finalize(dave, market)
  await markets.redeem(bob, market)
  const { finalOutcome } = await reader().readContract({
    address: getAddress(chain.book.privateMarket),
    abi: privateMarketTradingAbi,
    functionName: "getMarketData",
    args: [market.token],
  })
  expect(finalOutcome).toBe(1)
})

test("an uncontested market with an end gives the proposer the bounty", async () => {
  const now = Math.floor(Date.now() / 1000)
  const market = await markets.createMarket(alice, { endTime: now + 500_000 })
  await expect(markets.propose(bob, market, 0)).rejects.toThrow("reverted")
  await markets.advanceTime(500_000)
  await markets.donate(dave, market, "25", "bounty")
  await markets.propose(bob, market, 0)
  await markets.advanceTime(WINDOW_SECONDS)
  const before = await balance(bob)
  await markets.finalizeUncontested(alice, market)
  expect((await balance(bob)) - before).toBe(parseEther("30"))
})

async function balance(owner: string) {
  return reader().readContract({
    address: getAddress(chain.book.usdb),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [getAddress(owner)],
  })
}
