import { z } from "zod"
import { reefId } from "@/lib/http/opaque-ids"

/** Most ids of posts, and most ids of comments, in one request. */
export const MAX_IDS = 100

const ids = z
  .string()
  .default("")
  .transform((list) => [...new Set(list.split(",").flatMap((id) => id.trim() || []))])
  .refine((list) => list.length <= MAX_IDS, `must name at most ${MAX_IDS} ids`)
  .describe(`separated by commas, at most ${MAX_IDS}`)
  .meta({ type: "string", default: "" })

export const votesQuery = z.object({ postIds: ids, commentIds: ids })

export type VotesQuery = z.output<typeof votesQuery>

export const votes = z.object({
  votedPostIds: z.array(reefId),
  votedCommentIds: z.array(reefId),
})

export type Votes = z.output<typeof votes>

export const vote = z.object({
  success: z.literal(true),
  newScore: z.int(),
  voted: z.boolean().describe("whether the wallet's vote is set now"),
})
