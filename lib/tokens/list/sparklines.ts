import { getDeployment } from "@/lib/chain/deployment"
import { findSparklines } from "@/lib/tokens/candles/queries"

/** Most points of a sparkline. */
const MAX_POINTS = 49

/** USD prices by token address, oldest first; empty for a token without prices. */
export type Sparklines = ReadonlyMap<string, readonly number[]>

/** USD prices of the last day: the price in TIDE times the USD price of TIDE. */
export async function findUsdSparklines(tokens: readonly string[]): Promise<Sparklines> {
  const { mainToken } = getDeployment()
  const quotePrices = await findSparklines([...new Set([...tokens, mainToken])])
  const mainPrices = quotePrices.get(mainToken) ?? []
  return new Map(
    tokens.map((token) => {
      const own = quotePrices.get(token) ?? []
      return [token, samplePrices(token === mainToken ? own : toUsd(own, mainPrices))]
    }),
  )
}

/** Both lists end now; that of the younger token begins later. */
function toUsd(own: readonly number[], main: readonly number[]) {
  const shift = main.length - own.length
  return own.map((price, index) => price * (main[index + shift] ?? main[0] ?? 1))
}

/** Every n-th price counted from the newest, and the oldest. */
function samplePrices(prices: readonly number[]): readonly number[] {
  const step = Math.ceil(prices.length / MAX_POINTS)
  if (step <= 1) return prices
  const kept = prices.filter((_, index) => (prices.length - 1 - index) % step === 0)
  const [first] = prices
  return first === undefined || (prices.length - 1) % step === 0 ? kept : [first, ...kept]
}
