import { z } from "zod"
import { reefId } from "@/lib/http/opaque-ids"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { integer } from "@/lib/http/wire"
import { buildListHref } from "@/lib/links"
import { commentSorts } from "@/lib/reef/comments/tree"

/** Comments added by each "More comments". */
export const PAGE_STEP = 100

/** Most comments on one page, as each refresh of the page reads all of them. */
export const MAX_SHOWN = 500

const stateQuery = z.object({
  order: z.enum(commentSorts).default("oldest"),
  /** The comment whose thread alone is shown. */
  thread: reefId.optional(),
  /** The first comment shown, in reading order, and how many. */
  from: integer().default(0),
  shown: integer({ min: PAGE_STEP, max: MAX_SHOWN }).default(PAGE_STEP),
})

export type PostState = z.output<typeof stateQuery>

export const readState = (parameters: SearchParams): PostState =>
  parseSearchParams(stateQuery, parameters)

const defaults = { order: "oldest", thread: undefined, from: 0, shown: PAGE_STEP }

export const stateHref = (id: string, state: Partial<PostState>) =>
  buildListHref(`/reef/${id}`, state, defaults)
