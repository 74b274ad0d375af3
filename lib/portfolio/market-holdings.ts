import { findMarkets } from "@/lib/markets/list-queries"
import { isClosed, type MarketPositions, valuePositions } from "@/lib/markets/positions/queries"
import type { Portfolio, Position } from "./math"
import type { ClosedMarket } from "./schema"

export type MarketHoldings = {
  markets: MarketPositions[]
  closedMarkets: ClosedMarket[]
  marketWorth: bigint
  /** Null when the history is too long. */
  unrealised: bigint | null
  /** Cost of losing shares: nobody redeems them, so no transaction removes it. */
  lost: bigint
  /** The same by market. */
  losses: { token: string; amount: bigint }[]
}

/** The prediction markets of a portfolio. */
export async function summarizeMarkets(
  positions: readonly MarketPositions[],
  account: Portfolio | null,
): Promise<MarketHoldings> {
  const markets = positions.filter((each) => !isClosed(each))
  const marketWorth = markets.reduce((sum, each) => sum + valuePositions(each), 0n)
  const accounts = account && sumByMarket(account)
  const open = new Set(markets.map(({ market }) => market.address))
  const costOf = (token: string) => accounts?.get(token)?.cost ?? 0n
  const closed = [...(accounts?.keys() ?? [])].filter((token) => !open.has(token))
  const marketsByToken = new Map(positions.map(({ market }) => [market.address, market]))
  const others = await findMarkets(closed.filter((token) => !marketsByToken.has(token)))
  for (const market of others) marketsByToken.set(market.address, market)
  return {
    markets,
    marketWorth,
    closedMarkets: closed.flatMap((token) => {
      const [market, sums] = [marketsByToken.get(token), accounts?.get(token)]
      if (!market || !sums) return []
      const { spent, proceeds, realised, cost } = sums
      return [{ market, spent, proceeds, realised: realised - cost }]
    }),
    unrealised:
      accounts && markets.reduce((sum, { market }) => sum - costOf(market.address), marketWorth),
    lost: closed.reduce((sum, token) => sum + costOf(token), 0n),
    losses: closed.map((token) => ({ token, amount: costOf(token) })),
  }
}

type MarketSums = Pick<Position, "cost" | "spent" | "proceeds" | "realised">

/** Sums over all outcomes of each market in which the wallet ever had shares. */
function sumByMarket({ positions }: Portfolio): Map<string, MarketSums> {
  const sums = new Map<string, MarketSums>()
  for (const [key, { cost, spent, proceeds, realised }] of positions) {
    const [token, outcome] = key.split(":")
    if (!token || !outcome || !/^\d+$/.test(outcome)) continue
    const sum = sums.get(token) ?? { cost: 0n, spent: 0n, proceeds: 0n, realised: 0n }
    sums.set(token, {
      cost: sum.cost + cost,
      spent: sum.spent + spent,
      proceeds: sum.proceeds + proceeds,
      realised: sum.realised + realised,
    })
  }
  return sums
}
