import { z } from "zod"
import { readable, type SearchParams } from "@/lib/api/readable"
import { integer, line } from "@/lib/api/wire"
import { authorKinds, feedSections, MAX_SEARCH, periods, sorts } from "@/lib/reef/words"
import { STEP } from "./links"

/** More on one page would make every refresh of it slow; the rest follows on the next. */
export const MOST_SHOWN = 200

const reefPageQuery = z.object({
  sort: z.enum(sorts).default("recent"),
  period: z.enum(periods).default("24h"),
  section: z.enum(feedSections).default("all"),
  by: z.enum(authorKinds).optional(),
  search: line({ max: MAX_SEARCH }).optional(),
  /** The first post shown, and how many. */
  from: integer().default(0),
  shown: integer({ min: STEP, max: MOST_SHOWN }).default(STEP),
})

export type ReefPageQuery = z.output<typeof reefPageQuery>

/** What the URL asks for; a parameter that makes no sense counts as absent. */
export function readQuery(parameters: SearchParams): ReefPageQuery {
  return readable(reefPageQuery, parameters)
}
