import { z } from "zod"
import { feedPage, feedQuery } from "@/lib/api/pagination"
import { address, isoDate, line, text } from "@/lib/api/wire"
import { author } from "@/lib/profiles/authors"
import { reefComment } from "@/lib/reef/comments/schema"
import { reefId } from "@/lib/reef/ids"
import {
  feedSections,
  type hiders,
  MAX_BODY,
  MAX_SEARCH,
  MAX_TITLE,
  MIN_TITLE,
  periods,
  sections,
  sorts,
} from "@/lib/reef/words"

export const reefPost = z
  .object({
    id: reefId,
    wallet: z.string(),
    section: z.enum(sections).describe("human is legacy: it takes no new posts"),
    title: z.string(),
    body: z.string().nullable(),
    commentCount: z.int().describe("live comments"),
    score: z.int().describe("upvotes"),
    timestamp: isoDate,
    editedAt: isoDate.nullable(),
    ...author.shape,
  })
  .meta({ id: "ReefPost" })

export type ReefPost = z.output<typeof reefPost>

export const reefPage = feedPage(reefPost)
export type ReefPage = z.output<typeof reefPage>

const section = z.enum(feedSections)

export const reefFeedQuery = feedQuery.extend({
  section: section.default("mixed"),
  sort: z.enum(sorts).default("recent"),
  period: z.enum(periods).default("24h").describe("how far back sort top looks"),
  q: line({ max: MAX_SEARCH }).optional().describe("part of title or body, in any case"),
})

export const walletParams = z.object({ wallet: address })

export const walletFeedQuery = feedQuery.extend({ section: section.default("all") })

export const highlightsQuery = z.object({ section: section.default("all") })

export const highlights = z.object({ data: z.array(reefPost) })

export const postParams = z.object({ postId: z.string() })

const title = line({ min: MIN_TITLE, max: MAX_TITLE })
const body = text({ max: MAX_BODY }).nullable()

export const postBody = z.object({
  section: z.enum(sections),
  title,
  body: body.optional(),
})

export type NewPost = z.output<typeof postBody>

export const postChange = z.object({
  title: title.optional(),
  body: body.optional().describe("null clears it"),
})

export type PostChange = z.output<typeof postChange>

const { id, score, timestamp, section: written, body: stored, title: named } = reefPost.shape

export const createdPost = z.object({
  success: z.literal(true),
  post: z.object({ id, section: written, title: named, body: stored, score, timestamp }),
})

export const editedPost = z.object({
  success: z.literal(true),
  post: z.object({ id, title: named, body: stored, editedAt: isoDate }),
})

export const done = z.object({ success: z.literal(true), message: z.string() })

export const postView = z.object({
  post: reefPost,
  comments: z.array(reefComment).describe("all live ones, flat, oldest first"),
})

export type PostView = z.output<typeof postView>

/** A hidden post as its author sees it. `reason` is the admin's, null where none was given. */
export type HiddenPost = {
  post: ReefPost
  hiddenBy: (typeof hiders)[number]
  reason: string | null
}
