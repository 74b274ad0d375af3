import { z } from "zod"
import { reefId } from "@/lib/http/opaque-ids"
import { feedPage, feedQuery } from "@/lib/http/pagination"
import { address, isoDate, multiLineText, singleLineText } from "@/lib/http/wire"
import { author } from "@/lib/profiles/authors"
import { reefComment } from "@/lib/reef/comments/schema"
import {
  feedPeriods,
  feedSections,
  feedSorts,
  MAX_BODY_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_TITLE_LENGTH,
  MIN_TITLE_LENGTH,
  sections,
} from "@/lib/reef/constants"

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
  sort: z.enum(feedSorts).default("recent"),
  period: z.enum(feedPeriods).default("24h").describe("how far back sort top looks"),
  q: singleLineText({ max: MAX_SEARCH_LENGTH })
    .optional()
    .describe("part of title or body, in any case"),
})

export const walletParams = z.object({ wallet: address })

export const walletFeedQuery = feedQuery.extend({ section: section.default("all") })

export const highlightsQuery = z.object({ section: section.default("all") })

export const highlights = z.object({ data: z.array(reefPost) })

export const postParams = z.object({ postId: z.string() })

const title = singleLineText({ min: MIN_TITLE_LENGTH, max: MAX_TITLE_LENGTH })
const body = multiLineText({ max: MAX_BODY_LENGTH }).nullable()

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

export const messageResponse = z.object({ success: z.literal(true), message: z.string() })

export const postView = z.object({
  post: reefPost,
  comments: z.array(reefComment).describe("all live ones, flat, oldest first"),
})

export type PostView = z.output<typeof postView>
