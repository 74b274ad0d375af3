import { type Address, encodeFunctionData, getAddress, parseAbi } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { minAmountOut } from "@/lib/tokens/pool-math"
import type { RandomStream } from "../sample/random"
import { drawActor, drawAmount, type Exchange, SLIPPAGE_BASIS_POINTS, toNumber } from "./exchange"

const [CREATED, TRADED] = parseAbi([
  "event TokenCreated(address indexed tokenAddress, string name, string symbol, address creator)",
  "event TokensTraded(uint256 amountToken, uint256 amountUSDC, address indexed user, uint256 price, uint8 tradeType)",
])

/** A token and how many trades it had lately. */
export type TradedToken = { token: Address; symbol: string; heat: number }

/** Number of recent blocks: some hours of a quiet chain. */
const RECENT_BLOCKS = 1_500n
/** USDB: a token whose purchases vest takes no less. */
const MIN_BUY = 10
const MIN_SELL = 4
/** No trade is more than this part of the pool. */
const MAX_TRADE_SHARE = 0.05
const SALE_PROBABILITY = 0.45

/** All tokens, TIDE included. */
export async function listTokens({ client, book }: Exchange): Promise<TradedToken[]> {
  const head = await client.getBlockNumber()
  const start = BigInt(book.startBlock)
  const fromBlock = head > start + RECENT_BLOCKS ? head - RECENT_BLOCKS : start
  const address = getAddress(book.factory)
  const [created, traded] = await Promise.all([
    client.getLogs({ address, event: CREATED, fromBlock: start, strict: true }),
    client.getLogs({ event: TRADED, fromBlock, strict: true }),
  ])
  const heatOf = (token: Address) =>
    traded.filter((log) => getAddress(log.address) === token).length
  const tokens = created.map(({ args }) => {
    const token = getAddress(args.tokenAddress)
    return { token, symbol: args.symbol, heat: heatOf(token) }
  })
  // Every route passes through TIDE; about every twelfth trade is for TIDE itself.
  return [
    { token: getAddress(book.mainToken), symbol: "TIDE", heat: traded.length / 24 },
    ...tokens,
  ]
}

/** Buys or sells a token; returns a description. */
export async function trade(
  exchange: Exchange,
  tokens: readonly TradedToken[],
  random: RandomStream,
) {
  // Much traded tokens are picked more often, but every token is picked sometimes.
  const traded = random.weighted(tokens, ({ heat }) => 1 + heat)
  const actor = drawActor(random)
  if (!traded) return `${actor.name} has nothing to trade`
  const { client, book } = exchange
  const { token, symbol } = traded
  const contract = { address: token, abi: factoryTokenAbi } as const
  const [balance, price, reserve] = await Promise.all([
    exchange.balanceOf(actor.index, token),
    client.readContract({ ...contract, functionName: "getUSDPrice" }),
    client.readContract({ ...contract, functionName: "reserve0" }),
  ])
  const value = toNumber(balance) * toNumber(price)
  const most = toNumber(reserve) * toNumber(price) * MAX_TRADE_SHARE
  const isSale = value >= MIN_SELL && (most < MIN_BUY || random.chance(SALE_PROBABILITY))
  if (!isSale && most < MIN_BUY) return `${actor.name} looks at ${symbol}`
  const usd = drawAmount(actor, random, MIN_BUY, Math.max(MIN_BUY, most))
  const amount = isSale ? partOf(balance, toNumber(usd) / value) : usd
  const [to, usdb] = [getAddress(book.swap), getAddress(book.usdb)]
  if (isSale) await exchange.approve(actor.index, token, to, amount)
  else await exchange.fund(actor.index, amount, to)
  const route = [...new Set([usdb, getAddress(book.mainToken), token])]
  const path = isSale ? route.reverse() : route
  const expected = await client.readContract({
    address: to,
    abi: swapAbi,
    functionName: "getAmountsOut",
    args: [amount, path],
  })
  const data = encodeFunctionData({
    abi: swapAbi,
    functionName: isSale ? "sellTokens" : "buyTokens",
    args: [amount, minAmountOut(expected, SLIPPAGE_BASIS_POINTS), path, false],
  })
  if (!(await exchange.attempt(actor.index, { to, data }))) {
    return `${actor.name} may not trade ${symbol} now`
  }
  const [paid, received] = isSale ? [symbol, "USDB"] : ["USDB", symbol]
  return `${actor.name} ${isSale ? "sells" : "pays"} ${toNumber(amount)} ${paid} for ${toNumber(expected)} ${received}`
}

/** A quarter, a half or all of a balance, whichever is nearest to the share. */
function partOf(balance: bigint, share: number): bigint {
  if (share >= 0.75) return balance
  return balance / (share >= 0.375 ? 2n : 4n)
}
