import { z } from "zod"
import { readable, type SearchParams } from "@/lib/api/readable"
import { integer } from "@/lib/api/wire"
import { listHref } from "@/lib/links"
import { reefId } from "@/lib/reef/ids"
import { commentSorts } from "@/lib/reef/thread"

export type Parameters = SearchParams

/** Comments that come at a time. */
export const STEP = 100

const stateQuery = z.object({
  order: z.enum(commentSorts).default("oldest"),
  /** A comment whose thread alone is shown. */
  thread: reefId.optional(),
  shown: integer({ min: STEP, max: 100_000 }).default(STEP),
})

export type PostState = z.output<typeof stateQuery>

export const readState = (parameters: SearchParams): PostState => readable(stateQuery, parameters)

const defaults = { order: "oldest", thread: undefined, shown: STEP }

/** A post's address with what is shown of its comments. */
export const stateHref = (id: string, state: Partial<PostState>) =>
  listHref(`/reef/${id}`, state, defaults)
