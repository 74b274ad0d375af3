import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/api/search-params"
import { integer } from "@/lib/api/wire"
import { buildListHref } from "@/lib/links"
import { commentSorts } from "@/lib/reef/comment-tree"
import { reefId } from "@/lib/reef/ids"

export type Parameters = SearchParams

/** Comments that come at a time. */
export const PAGE_STEP = 100

/** More on one page would make every refresh of it slow; the rest follows on the next. */
export const MAX_SHOWN = 500

const stateQuery = z.object({
  order: z.enum(commentSorts).default("oldest"),
  /** A comment whose thread alone is shown. */
  thread: reefId.optional(),
  /** The first comment shown, in reading order, and how many. */
  from: integer().default(0),
  shown: integer({ min: PAGE_STEP, max: MAX_SHOWN }).default(PAGE_STEP),
})

export type PostState = z.output<typeof stateQuery>

export const readState = (parameters: SearchParams): PostState =>
  parseSearchParams(stateQuery, parameters)

const defaults = { order: "oldest", thread: undefined, from: 0, shown: PAGE_STEP }

/** A post's address with what is shown of its comments. */
export const stateHref = (id: string, state: Partial<PostState>) =>
  buildListHref(`/reef/${id}`, state, defaults)
