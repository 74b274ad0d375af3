import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/api/search-params"
import { integer } from "@/lib/api/wire"
import { buildListHref } from "@/lib/links"
import { activityGroups } from "@/lib/markets/activity-queries"
import { historyRanges } from "@/lib/markets/history-queries"

const state = z.object({
  /** The outcome of the ticket and the order book. */
  outcome: integer({ max: 149 }).optional(),
  range: z.enum(historyRanges).default("all"),
  activity: z.enum(activityGroups).default("all"),
  /** Id of the row before the first one shown. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** Comments older than this one are shown. */
  commentsBefore: integer({ min: 1 }).optional(),
})

export type MarketPageState = z.output<typeof state>

export const parsePageState = (parameters: SearchParams): MarketPageState =>
  parseSearchParams(state, parameters)

const defaults = {
  ...{ outcome: undefined, range: "all", activity: "all" },
  ...{ before: undefined, commentsBefore: undefined },
}

export const marketHref = (address: string, to: Partial<MarketPageState>) =>
  buildListHref(`/markets/${address}`, to, defaults)
