import type { Metadata } from "next"
import { cleanLine } from "@/lib/api/wire"
import { chance } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"
import { leadingOutcome, outcomeName } from "@/lib/markets/words"

const MAX_TITLE = 90

/** What search engines and previews say of a market. */
export function marketMetadata(market: MarketView): Metadata {
  const name = [...cleanLine(market.name)].slice(0, MAX_TITLE).join("")
  const description = `${standing(market)} Probabilities over time, order book, rules and how it is decided.`
  const url = `/markets/${market.address}`
  return {
    title: name,
    description,
    alternates: { canonical: url },
    openGraph: { type: "website", siteName: "Atoll", title: name, description, url },
    twitter: { card: "summary_large_image", title: name, description },
  }
}

function standing({ finalOutcome, options, outcomes }: MarketView) {
  if (finalOutcome !== null) return `Decided: ${cleanLine(outcomeName(options, finalOutcome))}.`
  const leading = leadingOutcome(outcomes)
  return leading ? `${cleanLine(leading.name)} at ${chance(leading)}.` : ""
}
