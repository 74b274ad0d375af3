import type { Metadata } from "next"
import { cleanLine } from "@/lib/http/wire"
import { findLeadingOutcome, toOutcomeName } from "@/lib/markets/labels"
import { formatChance } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"

const MAX_TITLE = 90

export function marketMetadata(market: MarketView): Metadata {
  const name = [...cleanLine(market.name)].slice(0, MAX_TITLE).join("")
  const description = `${describeStatus(market)} Probability history, order book, rules and resolution.`
  const url = `/markets/${market.address}`
  return {
    title: name,
    description,
    alternates: { canonical: url, types: { "text/markdown": `${url}.md` } },
    openGraph: { type: "website", siteName: "Atoll", title: name, description, url },
    twitter: { card: "summary_large_image", title: name, description },
  }
}

function describeStatus({ finalOutcome, options, outcomes }: MarketView) {
  if (finalOutcome !== null) return `Resolved: ${cleanLine(toOutcomeName(options, finalOutcome))}.`
  const leading = findLeadingOutcome(outcomes)
  return leading ? `${cleanLine(leading.name)} at ${formatChance(leading)}.` : ""
}
