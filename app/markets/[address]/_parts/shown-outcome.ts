import type { MarketView } from "@/lib/markets/schema"
import { leadingOutcome } from "@/lib/markets/words"
import type { MarketState } from "./links"

/** The outcome that ticket and book are about: the chosen one, the first of two, or the likeliest. */
export function shownOutcome({ outcomes }: MarketView, { outcome }: MarketState): number {
  if (outcome !== undefined && outcome < outcomes.length) return outcome
  return outcomes.length === 2 ? 0 : (leadingOutcome(outcomes)?.index ?? 0)
}
