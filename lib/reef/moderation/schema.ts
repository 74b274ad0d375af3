import { z } from "zod"
import { reefId } from "@/lib/http/opaque-ids"
import { feedPage, feedQuery } from "@/lib/http/pagination"
import { address, isoDate, singleLineText } from "@/lib/http/wire"
import {
  DEFAULT_MUTE_MINUTES,
  MAX_ACTION_REASON_LENGTH,
  MAX_MUTE_MINUTES,
  MAX_REPORT_REASON_LENGTH,
} from "@/lib/reef/constants"
import { reefPost } from "@/lib/reef/posts/schema"

export const reportBody = z.object({
  reason: singleLineText({ max: MAX_REPORT_REASON_LENGTH }).optional(),
})

export const reportResponse = z.object({
  success: z.literal(true),
  reportCount: z.int().describe("open reports of the post"),
})

const { id, wallet, section, title, body, score, timestamp } = reefPost.shape

export const reefReport = z
  .object({
    postId: reefId,
    wallet: z.string(),
    reason: z.string().nullable(),
    createdAt: isoDate,
  })
  .meta({ id: "ReefReport" })

const flaggedPost = z
  .object({
    id,
    wallet,
    section,
    title,
    body,
    score,
    isHidden: z.boolean(),
    isFlagged: z.boolean(),
    timestamp,
    reportCount: z.int().describe("open reports"),
    reports: z.array(reefReport).describe("the open ones, newest first"),
  })
  .meta({ id: "FlaggedPost" })

export const flaggedQuery = feedQuery
export type FlaggedQuery = z.output<typeof flaggedQuery>

export const flaggedPage = feedPage(flaggedPost)
export type FlaggedPage = z.output<typeof flaggedPage>

export const postActions = ["hide_post", "unhide_post", "dismiss_reports"] as const
export const walletActions = ["warn", "mute", "ban", "unban"] as const

export type PostAction = (typeof postActions)[number]
export type WalletAction = (typeof walletActions)[number]

const isPostAction = (action: string): action is PostAction =>
  postActions.some((each) => each === action)

export const actionBody = z
  .object({
    action: z.enum([...postActions, ...walletActions]),
    postId: z.string().optional().describe("needed by the actions on posts"),
    wallet: address.optional().describe("needed by the actions on wallets"),
    muteMinutes: z.int().min(1).max(MAX_MUTE_MINUTES).default(DEFAULT_MUTE_MINUTES),
    reason: singleLineText({ max: MAX_ACTION_REASON_LENGTH }).optional(),
  })
  .superRefine(({ action, ...target }, check) => {
    const needed = isPostAction(action) ? "postId" : "wallet"
    if (target[needed] !== undefined) return
    check.addIssue({ code: "custom", path: [needed], message: `is required by ${action}` })
  })

export type ActionBody = z.output<typeof actionBody>

const actionResult = <A extends string, S extends z.ZodRawShape>(action: A, shape: S) =>
  z.object({ success: z.literal(true), action: z.literal(action), ...shape })

const mutedUntil = isoDate

export const actionResponse = z.discriminatedUnion("action", [
  actionResult("post_hidden", { postId: reefId }),
  actionResult("post_unhidden", { postId: reefId }),
  actionResult("reports_dismissed", { postId: reefId }),
  actionResult("warned", {
    wallet,
    warnings: z.int(),
    mutedUntil: mutedUntil.nullable(),
    banned: z.boolean(),
  }),
  actionResult("muted", { wallet, mutedUntil }),
  actionResult("banned", { wallet }),
  actionResult("unbanned", { wallet }),
])

export type ActionResponse = z.output<typeof actionResponse>
