import { findLeadingOutcome } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import type { MarketPageState } from "./links"

/** The outcome of ticket and book: the selected one, the first of two, or the likeliest. */
export function selectOutcome({ outcomes }: MarketView, { outcome }: MarketPageState): number {
  if (outcome !== undefined && outcome < outcomes.length) return outcome
  return outcomes.length === 2 ? 0 : (findLeadingOutcome(outcomes)?.index ?? 0)
}
