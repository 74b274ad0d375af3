import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/api/search-params"
import { integer } from "@/lib/api/wire"
import { buildListHref } from "@/lib/links"
import { activityGroups } from "@/lib/markets/activity-queries"
import { historyRanges } from "@/lib/markets/history-queries"

const state = z.object({
  /** The outcome the ticket and the book are about. */
  outcome: integer({ max: 149 }).optional(),
  range: z.enum(historyRanges).default("all"),
  activity: z.enum(activityGroups).default("all"),
  /** The row before which the tape begins. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** Comments older than this one are shown. */
  commentsBefore: integer({ min: 1 }).optional(),
})

export type MarketPageState = z.output<typeof state>

/** What the page's URL asks for. */
export const parsePageState = (parameters: SearchParams): MarketPageState =>
  parseSearchParams(state, parameters)

const defaults = {
  ...{ outcome: undefined, range: "all", activity: "all" },
  ...{ before: undefined, commentsBefore: undefined },
}

/** The address of a market's page in a state. */
export const marketHref = (address: string, to: Partial<MarketPageState>) =>
  buildListHref(`/markets/${address}`, to, defaults)
