import { z } from "zod"
import { readable, type SearchParams } from "@/lib/api/readable"
import { integer } from "@/lib/api/wire"
import { listHref } from "@/lib/links"
import { activityGroups } from "@/lib/markets/activity/queries"
import { courseRanges } from "@/lib/markets/courses/queries"

const state = z.object({
  /** The outcome the ticket and the book are about. */
  outcome: integer({ max: 149 }).optional(),
  range: z.enum(courseRanges).default("all"),
  activity: z.enum(activityGroups).default("all"),
  /** The row before which the tape begins. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** Comments older than this one are shown. */
  commentsBefore: integer({ min: 1 }).optional(),
})

export type MarketState = z.output<typeof state>

/** What the page's URL asks for. */
export const readState = (parameters: SearchParams): MarketState => readable(state, parameters)

const defaults = {
  ...{ outcome: undefined, range: "all", activity: "all" },
  ...{ before: undefined, commentsBefore: undefined },
}

/** The address of a market's page in a state. */
export const marketHref = (address: string, to: Partial<MarketState>) =>
  listHref(`/markets/${address}`, to, defaults)
