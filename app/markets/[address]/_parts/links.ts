import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { integer } from "@/lib/http/wire"
import { buildListHref } from "@/lib/links"
import { activityGroups } from "@/lib/markets/activity-queries"
import { historyRanges } from "@/lib/markets/history-queries"
import { findLeadingOutcome } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"

const state = z.object({
  /** The outcome of the ticket and the order book. */
  outcome: integer({ max: 149 }).optional(),
  range: z.enum(historyRanges).default("all"),
  activity: z.enum(activityGroups).default("all"),
  /** Id of an activity row: older rows are shown. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** The list that is shown whole. */
  all: z.enum(["outcomes", "holders"]).optional(),
  /** Id of a comment: older comments are shown. */
  commentsBefore: integer({ min: 1 }).optional(),
})

export type MarketPageState = z.output<typeof state>

export const parsePageState = (parameters: SearchParams): MarketPageState =>
  parseSearchParams(state, parameters)

const defaults = {
  ...{ outcome: undefined, range: "all", activity: "all" },
  ...{ all: undefined, before: undefined, commentsBefore: undefined },
}

export const marketHref = (address: string, to: Partial<MarketPageState>) =>
  buildListHref(`/markets/${address}`, to, defaults)

/** The outcome of the ticket and the order book: the selected one, the first of two, or the likeliest. */
export function selectOutcome({ outcomes }: MarketView, { outcome }: MarketPageState): number {
  if (outcome !== undefined && outcome < outcomes.length) return outcome
  return outcomes.length === 2 ? 0 : (findLeadingOutcome(outcomes)?.index ?? 0)
}
