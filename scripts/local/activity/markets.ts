import { encodeFunctionData, getAddress, parseAbi } from "viem"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { minAmountOut } from "@/lib/tokens/pool-math"
import type { RandomStream } from "../sample/random"
import { drawActor, drawAmount, type Exchange, SLIPPAGE_BASIS_POINTS, toNumber } from "./exchange"

const [MARKET_CREATED] = parseAbi([
  "event MarketCreated(address indexed marketToken, address creator, address ecosystem)",
])

/** USDB; above the contracts' least. */
const MIN_PURCHASE = 5
const MAX_PURCHASE = 300

/** Buys shares of a public market; null where it sells none now. */
export async function buyShares(exchange: Exchange, random: RandomStream): Promise<string | null> {
  const { client, book } = exchange
  const to = getAddress(book.marketTrading)
  const reader = { address: getAddress(book.reader), abi: marketReaderAbi } as const
  const trading = { address: to, abi: marketTradingAbi } as const
  const query = { address: to, event: MARKET_CREATED, strict: true } as const
  const markets = await client.getLogs({ ...query, fromBlock: BigInt(book.startBlock) })
  const market = random.weighted(markets, () => 1)?.args.marketToken
  const isOpen = market && ({ functionName: "isPoolOpen", args: [market] } as const)
  if (!isOpen || !(await client.readContract({ ...trading, ...isOpen }))) return null
  const options = { functionName: "getAllOutcomes", args: [to, market] } as const
  const outcomes = await client.readContract({ ...reader, ...options })
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
  const args = [market, outcomeId, getAddress(book.usdb), amount, 0n, least] as const
  const data = encodeFunctionData({ abi: marketTradingAbi, functionName: "buy", args })
  // The market may have ended meanwhile.
  if (!(await exchange.attempt(actor.index, { to, data }))) return null
  return `${actor.name} backs ${name} with ${toNumber(amount)} USDB`
}
