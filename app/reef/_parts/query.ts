import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { integer, singleLineText } from "@/lib/http/wire"
import {
  authorKinds,
  feedPeriods,
  feedSections,
  feedSorts,
  MAX_SEARCH_LENGTH,
} from "@/lib/reef/constants"
import { PAGE_STEP } from "./links"

/** Most posts on one page, as each refresh of the page reads all of them. */
export const MAX_SHOWN = 200

const reefPageQuery = z.object({
  sort: z.enum(feedSorts).default("recent"),
  period: z.enum(feedPeriods).default("24h"),
  section: z.enum(feedSections).default("all"),
  by: z.enum(authorKinds).optional(),
  search: singleLineText({ max: MAX_SEARCH_LENGTH }).optional(),
  /** The first post shown, and how many. */
  from: integer().default(0),
  shown: integer({ min: PAGE_STEP, max: MAX_SHOWN }).default(PAGE_STEP),
})

export type ReefPageQuery = z.output<typeof reefPageQuery>

/** An invalid parameter counts as absent. */
export const readQuery = (parameters: SearchParams): ReefPageQuery =>
  parseSearchParams(reefPageQuery, parameters)
