import { z } from "zod"
import { reefId } from "@/lib/http/opaque-ids"
import { isoDate, multiLineText } from "@/lib/http/wire"
import { author } from "@/lib/profiles/authors"
import { MAX_COMMENT_LENGTH } from "@/lib/reef/constants"

export const reefComment = z
  .object({
    id: reefId,
    wallet: z.string(),
    message: z.string(),
    score: z.int().describe("upvotes"),
    parentId: reefId.nullable().describe("the comment replied to, which may be deleted by now"),
    timestamp: isoDate,
    editedAt: isoDate.nullable(),
    ...author.shape,
  })
  .meta({ id: "ReefComment" })

export type ReefComment = z.output<typeof reefComment>

export const commentParams = z.object({ commentId: z.string() })

/** The service checks the length, because a text that is too long has its own code. */
const message = multiLineText({ min: 1, max: Number.MAX_SAFE_INTEGER }).meta({
  minLength: 1,
  maxLength: MAX_COMMENT_LENGTH,
})

export const commentBody = z.object({
  message,
  parentId: z.string().optional().describe("the comment replied to; replies nest 3 levels deep"),
})

export type NewComment = z.output<typeof commentBody>

export const commentChange = z.object({ message })

const { id, score, parentId, timestamp, message: written } = reefComment.shape

export const createdComment = z.object({
  success: z.literal(true),
  comment: z.object({ id, message: written, score, parentId, timestamp }),
})

export const editedComment = z.object({
  success: z.literal(true),
  comment: z.object({ id, message: written, editedAt: isoDate }),
})
