import {
  type Abi,
  type Address,
  encodeFunctionData,
  maxUint256,
  parseEther,
  toEventSelector,
} from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import { alice, bob, carol, startChain, type TestChain } from "@/tests/helpers/chain"

// Writing a value that is already stored costs almost no gas. If a slot held only a time or a block number, the second
// call of a block would not change it, and its gas estimate would be too low for every later block.

type Call = { from: Address; to: string; abi: Abi; name: string; args: readonly unknown[] }

const HOUR = 3_600
const MARKET_CREATED = toEventSelector("MarketCreated(address,address,address)")

let chain: TestChain
/** Calls whose estimate was too low a few seconds later; expected to stay empty. */
let short: string[]

beforeAll(async () => {
  chain = await startChain()
  const { usdb, mainToken, marketTrading, privateMarket, resolver } = chain.book
  for (const wallet of [alice, bob, carol]) {
    for (const spender of [marketTrading, privateMarket, resolver]) {
      for (const token of [usdb, mainToken]) {
        await chain.write(wallet, token, usdbAbi, "approve", [spender, maxUint256])
      }
    }
  }
})

afterAll(() => chain.stop())

test("launching, trading, rewards, surges, shares of the tax, whitelists and the faucet", async () => {
  short = []
  const { usdb, mainToken, swap, factory, taxes } = chain.book
  const claim = (from: Address) => ({ from, to: usdb, abi: usdbAbi, name: "faucet", args: [carol] })
  await inALaterBlock(claim(alice), claim(bob))

  const launchArgs = ["KELP", "Kelp", 50n, false, 100_000n, 1_000n, false, 0n, false]
  const launch = (from: Address, args: readonly unknown[] = launchArgs) => {
    return { from, to: factory, abi: tokenFactoryAbi, name: "createToken", args }
  }
  await inALaterBlock(launch(alice), launch(bob))
  const { token } = await chain.launch(alice, { bonding: 100_000n })
  const { token: frozen } = await chain.launch(alice, { frozen: true })

  const toMain = [usdb, mainToken]
  const toToken = [usdb, mainToken, token]
  const buy = (from: Address, path: readonly string[], amount = "100") => {
    const args = [parseEther(amount), 0n, path, false]
    return { from, to: swap, abi: swapAbi, name: "buyTokens", args }
  }
  const sell = (from: Address, path: readonly string[]) => {
    return { from, to: swap, abi: swapAbi, name: "sellTokens", args: [WAD, 0n, path, false] }
  }
  for (const from of [alice, bob]) {
    await run(buy(from, toMain))
    await run(buy(from, toToken))
    await run({ from, to: token, abi: usdbAbi, name: "approve", args: [swap, maxUint256] })
  }
  await inALaterBlock(buy(alice, toMain), buy(bob, toMain))
  await inALaterBlock(buy(alice, toToken), buy(bob, toToken))
  await inALaterBlock(sell(alice, toMain.toReversed()), sell(bob, toMain.toReversed()))
  await inALaterBlock(sell(alice, toToken.toReversed()), sell(bob, toToken.toReversed()))
  await inALaterBlock(sell(alice, [token, mainToken]), sell(bob, [token, mainToken]))
  // During the reward phase and after it.
  await inALaterBlock(buy(alice, toToken, "150000"), buy(bob, toToken))
  const give = (from: Address) => {
    return { from, to: token, abi: usdbAbi, name: "transfer", args: [carol, WAD] }
  }
  await inALaterBlock(give(alice), give(bob))
  const take = (from: Address) => {
    return { from, to: token, abi: factoryTokenAbi, name: "claimRewards", args: [] }
  }
  await inALaterBlock(take(alice), take(bob))

  const { token: other } = await chain.launch(alice)
  const surge = (of: string, hours: number) => {
    const args = [500n, 0n, BigInt(hours * HOUR), of]
    return { from: alice, to: taxes, abi: taxesAbi, name: "startSurgeTax", args }
  }
  const calm = (of: string) => {
    return { from: alice, to: taxes, abi: taxesAbi, name: "endSurgeTax", args: [of] }
  }
  await inALaterBlock(surge(token, 2), surge(other, 2))
  await inALaterBlock(calm(token), calm(other))
  await run(surge(token, 2))
  await inALaterBlock(buy(alice, toToken), buy(bob, toToken))
  await inALaterBlock(surge(other, 1), calm(token))
  await run(calm(other))
  // Between estimate and call the first surges leave the 30 days of the quota.
  await chain.warp(30 * 24 * HOUR - 150)
  await inALaterBlock(buy(alice, toMain), surge(token, 1), 300)
  const share = (of: string) => {
    return { from: alice, to: taxes, abi: taxesAbi, name: "addDevShare", args: [of, bob, 100n] }
  }
  const unshare = (of: string) => {
    return { from: alice, to: taxes, abi: taxesAbi, name: "removeDevShare", args: [of, bob] }
  }
  await inALaterBlock(share(other), share(token))
  await inALaterBlock(buy(alice, toToken), buy(bob, toToken))
  await inALaterBlock(unshare(other), unshare(token))

  const list = (who: Address) => {
    const args = [[who], parseEther("500"), "friend"]
    return { from: alice, to: frozen, abi: factoryTokenAbi, name: "SetWhitelistedWallet", args }
  }
  const unlist = (who: Address) => {
    return { from: alice, to: frozen, abi: factoryTokenAbi, name: "RemoveWhitelist", args: [who] }
  }
  await inALaterBlock(list(alice), list(bob))
  await run(list(carol))
  const toFrozen = [usdb, mainToken, frozen]
  await inALaterBlock(buy(carol, toFrozen), buy(bob, toFrozen))
  await inALaterBlock(unlist(carol), unlist(bob))
  await inALaterBlock(list(bob), {
    ...{ from: alice, to: frozen, abi: factoryTokenAbi, name: "DisableFreeze", args: [] },
  })
  expect(short).toEqual([])
})

test("creating markets, buying, orders, donations and every step of a public resolution", async () => {
  short = []
  const { usdb, mainToken, marketTrading, resolver } = chain.book
  const trade = (from: Address, name: string, ...args: unknown[]) => {
    return { from, to: marketTrading, abi: marketTradingAbi, name, args }
  }
  const resolve = (from: Address, name: string, ...args: unknown[]) => {
    return { from, to: resolver, abi: marketResolverAbi, name, args }
  }
  const opening = ["Will it rain?", "RAIN", 0n, ["Yes", "No"], mainToken, false, 0n]
  const open = (from: Address) => trade(from, "createMarket", ...opening, parseEther("50"))
  await inALaterBlock(open(alice), open(bob))
  const launched = ["KELP", "Kelp", 50n, false, 0n, 1_000n, false, 0n, false]
  const launch = { to: chain.book.factory, abi: tokenFactoryAbi, name: "createToken" }
  await inALaterBlock({ ...launch, from: alice, args: launched }, open(bob))

  const markets: string[] = []
  for (let i = 0; i < 3; i++) markets.push(marketOf(await run(open(carol))))
  const [market = "", second = "", third = ""] = markets
  const buy = (from: Address, of = market) =>
    trade(from, "buy", of, 0, usdb, parseEther("100"), 0n, 0n)
  for (const of of markets) for (const from of [alice, bob]) await run(buy(from, of))
  await inALaterBlock(buy(alice), buy(bob))
  const withMain = (from: Address) =>
    trade(from, "buy", market, 1, mainToken, parseEther("10"), 0n, 0n)
  for (const from of [alice, bob]) await run(withMain(from))
  await inALaterBlock(withMain(alice), withMain(bob))

  const list = (from: Address) =>
    trade(from, "listOrder", market, 0, parseEther("10"), parseEther("0.2"))
  await inALaterBlock(list(alice), list(bob))
  for (let i = 0; i < 5; i++) await run(list(alice))
  await inALaterBlock(
    trade(alice, "cancelOrder", market, 0n),
    trade(bob, "cancelOrder", market, 1n),
  )
  const fill = (from: Address, order: bigint) =>
    trade(from, "buyOrder", market, order, parseEther("5"))
  await inALaterBlock(fill(bob, 2n), fill(carol, 2n))
  const fillMany = (from: Address, order: bigint) =>
    trade(from, "buyMultipleOrders", market, [order], parseEther("2"))
  await inALaterBlock(fillMany(bob, 3n), fillMany(carol, 4n))
  const both = (from: Address, order: bigint) => {
    const args = [market, 0, [order], usdb, parseEther("20"), 0n]
    return trade(from, "buyOrdersAndContract", ...args)
  }
  await inALaterBlock(both(bob, 5n), both(carol, 6n))
  const gift = (from: Address, isBounty: boolean) =>
    trade(from, "donate", market, parseEther("10"), isBounty)
  await inALaterBlock(gift(alice, true), gift(bob, true))
  await inALaterBlock(gift(alice, false), gift(bob, false))

  const stake = (from: Address) => resolve(from, "stake", mainToken)
  await inALaterBlock(stake(alice), stake(bob))
  await inALaterBlock(resolve(alice, "unstake", mainToken), resolve(bob, "unstake", mainToken))
  for (const from of [alice, bob]) await run(stake(from))
  const propose = (of: string) => resolve(alice, "proposeOutcome", of, 0)
  await inALaterBlock(propose(market), propose(second))
  await run(propose(third))
  const dispute = (of: string) => resolve(bob, "dispute", of, 1)
  await inALaterBlock(dispute(market), dispute(second))
  await chain.warp(1_801)
  await chain.mine()
  // The first market is decided by vote, the second by the operator after a veto, the third without a dispute.
  await inALaterBlock(list(bob), resolve(carol, "finalizeUncontested", third))
  await inALaterBlock(trade(alice, "redeem", third), trade(bob, "redeem", third))
  const vote = (from: Address, of: string) => resolve(from, "vote", of, 0)
  const votes = [vote(alice, market), vote(bob, market)] as const
  await inALaterBlock(...votes)
  await run(vote(alice, second))
  await inALaterBlock(list(bob), vote(bob, second))
  await chain.warp(1_801)
  await chain.mine()
  await inALaterBlock(list(bob), resolve(carol, "veto", second, 0))
  await chain.warp(1_801)
  await chain.mine()
  await inALaterBlock(list(bob), resolve(carol, "finalizeMarket", market))
  const bounty = (from: Address) => resolve(from, "claimBounty", market)
  await inALaterBlock(bounty(alice), bounty(bob))
  expect(short).toEqual([])
})

test("creating, managing voters, voting and finalizing on the private contract", async () => {
  short = []
  const { usdb, mainToken, privateMarket } = chain.book
  const call = (from: Address, name: string, ...args: unknown[]) => {
    return { from, to: privateMarket, abi: privateMarketTradingAbi, name, args }
  }
  const opening = ["Who wins?", "WINS", 0n, ["Yes", "No"], mainToken, true, false, 0n]
  const open = (from: Address) => call(from, "createMarket", ...opening, parseEther("10"))
  await inALaterBlock(open(alice), open(carol))
  const market = marketOf(await run(open(carol)))
  const admit = (who: Address) => call(carol, "togglePrivateEventBuyers", market, [who], true)
  await inALaterBlock(admit(alice), admit(bob))
  const name = (who: Address) => call(carol, "manageVoter", market, who, true)
  await inALaterBlock(name(alice), name(bob))
  const buy = (from: Address) => call(from, "buy", market, 0, usdb, parseEther("50"), 0n, 0n)
  for (const from of [alice, bob]) await run(buy(from))
  await inALaterBlock(buy(alice), buy(bob))
  const vote = (from: Address, outcome: number) => call(from, "vote", market, outcome)
  await inALaterBlock(vote(alice, 0), vote(bob, 0))
  await inALaterBlock(vote(alice, 1), vote(bob, 1))
  await chain.warp(901)
  await chain.mine()
  await inALaterBlock(open(alice), call(bob, "finalize", market))
  expect(short).toEqual([])
})

/** Estimates a call in the block of another call, and executes it seconds later with exactly that gas. */
async function inALaterBlock(neighbour: Call, call: Call, seconds = 13) {
  await run(neighbour)
  const { from, to, name } = call
  const data = dataOf(call)
  const gas = Number(await chain.call("eth_estimateGas", { from, to, data }, "latest"))
  await chain.warp(seconds)
  await chain.mine()
  const { status } = await chain.send(from, to, data, gas)
  if (status === "0x1") return
  short.push(`${name} after ${neighbour.name}`)
  await run(call)
}

async function run(call: Call) {
  const receipt = await chain.send(call.from, call.to, dataOf(call), 20_000_000)
  expect(receipt.status, `${call.name} ${call.args}`).toBe("0x1")
  return receipt
}

const dataOf = ({ abi, name, args }: Call) =>
  encodeFunctionData({ abi, functionName: name, args: [...args] })

const marketOf = ({ logs }: Awaited<ReturnType<typeof run>>) => {
  const created = logs.find(({ topics }) => topics.length === 2 && topics[0] === MARKET_CREATED)
  return `0x${created?.topics[1]?.slice(26)}`
}
