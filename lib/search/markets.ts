import { findLeadingOutcome, toOutcomeName } from "@/lib/markets/labels"
import { findMarketCards } from "@/lib/markets/list-queries"
import { formatChance } from "@/lib/markets/probability"
import type { MarketCard } from "@/lib/markets/schema"
import type { SearchItem } from "./schema"

type MarketItem = Extract<SearchItem, { kind: "market" }>

/** Markets by question, outcome or address, those with most money first. */
export async function searchMarkets(search: string, limit: number): Promise<MarketCard[]> {
  return (await findMarketCards({ search, limit, page: 1, sort: "liquid" })).data
}

export function toMarketItem(market: MarketCard): MarketItem {
  const { address, name, symbol, image } = market
  const place = { id: `market ${address}`, href: `/markets/${address}` }
  return { kind: "market", ...place, address, name, symbol, image, leading: formatLeading(market) }
}

function formatLeading({ finalOutcome, options, outcomes }: MarketCard) {
  if (finalOutcome !== null) return toOutcomeName(options, finalOutcome)
  const best = findLeadingOutcome(outcomes)
  return best ? `${best.name} ${formatChance(best)}` : ""
}
