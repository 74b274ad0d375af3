import { z } from "zod"
import { limitParam, offsetPage, offsetQuery } from "@/lib/http/pagination"
import { address, INT_MAX, integer, isoDate, multiLineText } from "@/lib/http/wire"
import { tradeTypes } from "@/lib/tokens/trades/constants"
import { MAX_COMMENT_LENGTH, MIN_TRADE_USD } from "./constants"

const tradeType = z
  .enum(tradeTypes)
  .nullable()
  .describe("the trade that earned it; null when the project's dev wrote it")

const commentFields = {
  id: z.int(),
  projectId: z.int(),
  author: z.string(),
  content: z.string(),
  tradeType,
  txHash: z.string().nullable().describe("transaction of that trade"),
  createdAt: isoDate,
}

/** A comment as its token's list shows it. */
export const comment = z.object(commentFields).meta({ id: "Comment" })

const project = z.object({ dev: z.string() })

const projectComment = z.object({ ...commentFields, project }).meta({ id: "ProjectComment" })

/** Projects and comments are numbered from 1; 0 is a valid number that names none. */
const id = integer()

export const commentListQuery = z.object({
  projectId: id,
  page: offsetQuery.shape.page,
  limit: limitParam({ fallback: 50 }),
})

export type CommentListQuery = z.output<typeof commentListQuery>

export const commentPage = offsetPage(projectComment)

export const tokenCommentParams = z.object({
  address: z.union([address, id]).describe("contract address, or the number of the project"),
})

export const tokenCommentPage = offsetPage(comment)

/** The service checks the length, because a text that is too long has its own code. */
const content = multiLineText({ min: 1, max: Number.MAX_SAFE_INTEGER }).meta({
  minLength: 1,
  maxLength: MAX_COMMENT_LENGTH,
})

export const commentBody = z.object({
  projectId: z.int().min(0).max(INT_MAX),
  content,
  authorAddress: address.describe(
    `a wallet of the session; each of its trades here of ${MIN_TRADE_USD} USD or more earns one comment`,
  ),
})

export type NewComment = z.output<typeof commentBody>

export const createdComment = projectComment
  .extend({ deletedAt: z.null() })
  .meta({ id: "NewProjectComment" })

export const commentReference = z.object({ id, authorAddress: address })

export type CommentReference = z.output<typeof commentReference>

export const deletedComment = z.object({ ok: z.literal(true) })

/** The number of comments a wallet has written on a project, and the number its trades have earned. */
export const commentQuota = z.object({
  isDev: z.boolean(),
  used: z.int(),
  earned: z.int(),
  left: z.int().nullable().describe("null for the dev, who needs no trade"),
})

export type CommentQuota = z.output<typeof commentQuota>
