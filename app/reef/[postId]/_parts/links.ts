import { z } from "zod"
import { readable, type SearchParams } from "@/lib/api/readable"
import { integer } from "@/lib/api/wire"
import { listHref } from "@/lib/links"
import { reefId } from "@/lib/reef/ids"
import { commentSorts } from "@/lib/reef/thread"

export type Parameters = SearchParams

/** Comments that come at a time. */
export const STEP = 100

/** More on one page would make every refresh of it slow; the rest follows on the next. */
export const MOST_SHOWN = 500

const stateQuery = z.object({
  order: z.enum(commentSorts).default("oldest"),
  /** A comment whose thread alone is shown. */
  thread: reefId.optional(),
  /** The first comment shown, in reading order, and how many. */
  from: integer().default(0),
  shown: integer({ min: STEP, max: MOST_SHOWN }).default(STEP),
})

export type PostState = z.output<typeof stateQuery>

export const readState = (parameters: SearchParams): PostState => readable(stateQuery, parameters)

const defaults = { order: "oldest", thread: undefined, from: 0, shown: STEP }

/** A post's address with what is shown of its comments. */
export const stateHref = (id: string, state: Partial<PostState>) =>
  listHref(`/reef/${id}`, state, defaults)
