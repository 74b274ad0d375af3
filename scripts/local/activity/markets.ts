import { encodeFunctionData, getAddress, parseAbi } from "viem"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { minAmountOut } from "@/lib/tokens/pool-math"
import type { RandomStream } from "../sample/random"
import {
  drawActor,
  drawAmount,
  type LocalExchange,
  SLIPPAGE_BASIS_POINTS,
  toNumber,
} from "./exchange"

const [MARKET_CREATED] = parseAbi([
  "event MarketCreated(address indexed marketToken, address creator, address ecosystem)",
])

/** USDB; above the contracts' least. */
const MIN_PURCHASE = 5
const MAX_PURCHASE = 300

/** Buys shares of a public market; null where it sells none now. */
export async function buyShares(
  exchange: LocalExchange,
  random: RandomStream,
): Promise<string | null> {
  const { client, book } = exchange
  const [to, reader, usdb] = [
    getAddress(book.marketTrading),
    { address: getAddress(book.reader), abi: marketReaderAbi } as const,
    getAddress(book.usdb),
  ]
  const markets = await client.getLogs({
    address: to,
    event: MARKET_CREATED,
    fromBlock: BigInt(book.startBlock),
    strict: true,
  })
  const market = random.weighted(markets, () => 1)?.args.marketToken
  const trading = { address: to, abi: marketTradingAbi } as const
  if (!market) return null
  const isOpen = await client.readContract({
    ...trading,
    functionName: "isPoolOpen",
    args: [market],
  })
  if (!isOpen) return null
  const outcomes = await client.readContract({
    ...reader,
    functionName: "getAllOutcomes",
    args: [to, market],
  })
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  if (!outcome) return null
  const actor = drawActor(random)
  const { outcomeId, name } = outcome
  const amount = drawAmount(actor, random, MIN_PURCHASE, MAX_PURCHASE)
  await exchange.fund(actor.index, amount, to)
  const shares = await client.readContract({
    ...reader,
    functionName: "estimateSharesOut",
    args: [to, market, outcomeId, amount, [], exchange.addressOf(actor.index)],
  })
  const least = minAmountOut(shares, SLIPPAGE_BASIS_POINTS)
  const data = encodeFunctionData({
    abi: marketTradingAbi,
    functionName: "buy",
    args: [market, outcomeId, usdb, amount, 0n, least],
  })
  // The market may have ended meanwhile.
  if (!(await exchange.attempt(actor.index, { to, data }))) return null
  return `${actor.name} backs ${name} with ${toNumber(amount)} USDB`
}
