import { findMarketCards } from "@/lib/markets/browse/queries"
import { chance } from "@/lib/markets/probability"
import type { MarketCard } from "@/lib/markets/schema"
import { leadingOutcome, outcomeName } from "@/lib/markets/words"
import type { SearchItem } from "./schema"

type MarketItem = Extract<SearchItem, { kind: "market" }>

/** Markets by question, outcome or address, those with most money first. */
export async function searchMarkets(search: string, limit: number): Promise<MarketCard[]> {
  return (await findMarketCards({ search, limit, page: 1, sort: "liquid" })).data
}

export function marketItem(market: MarketCard): MarketItem {
  const { address, name, symbol, image } = market
  const place = { id: `market ${address}`, href: `/markets/${address}` }
  return { kind: "market", ...place, address, name, symbol, image, leading: leadingOf(market) }
}

function leadingOf({ finalOutcome, options, outcomes }: MarketCard) {
  if (finalOutcome !== null) return outcomeName(options, finalOutcome)
  const best = leadingOutcome(outcomes)
  return best ? `${best.name} ${chance(best)}` : ""
}
