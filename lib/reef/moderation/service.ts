import { prisma, readClock, type Transaction } from "@/lib/db/client"
import type { Prisma } from "@/lib/generated/prisma/client"
import { ApiError, notFound } from "@/lib/http/errors"
import {
  MIN_POINTS_TO_REPORT,
  REPORTS_PER_DAY,
  REPORTS_TO_HIDE,
  WARNINGS_TO_BAN,
  WARNINGS_TO_MUTE,
} from "@/lib/reef/constants"
import { type LockedPost, lockPost, lockVisiblePost } from "@/lib/reef/locks"
import {
  assertNotBanned,
  countAction,
  lockMember,
  type Member,
  quotaExceeded,
} from "@/lib/reef/members"
import { notifyPostChanged } from "@/lib/reef/notify"
import { canReport } from "@/lib/reef/permissions"
import { logPost } from "@/lib/stream-log/log"
import { recordModerationAction } from "./log"
import type { ActionBody, ActionResponse, PostAction, WalletAction } from "./schema"

/** POST /api/reef/report/{postId}. */
export async function reportPost(wallet: string, postId: string, reason: string | undefined) {
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    const post = await lockVisiblePost(tx, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    assertNotBanned(member)
    await assertCanReport(tx, wallet)
    if (post.wallet === wallet) {
      throw new ApiError("OWN_CONTENT", "A post of one's own cannot be reported")
    }
    await assertNotReportedBefore(tx, wallet, post.id)
    if (member.reportsMade >= REPORTS_PER_DAY) {
      throw quotaExceeded(member, `A wallet reports at most ${REPORTS_PER_DAY} posts a day`)
    }
    const reportCount = await addReport(tx, member, { post, reason })
    return { success: true as const, reportCount }
  })
}

async function assertCanReport(tx: Transaction, wallet: string) {
  if (await canReport(tx, wallet)) return
  throw new ApiError(
    "TIER_TOO_LOW",
    `Reporting needs ${MIN_POINTS_TO_REPORT} points; the award for registering an agent does not count`,
  )
}

async function assertNotReportedBefore(tx: Transaction, wallet: string, postId: bigint) {
  const report = await tx.reefReport.findUnique({
    where: { postId_wallet: { postId, wallet } },
    select: { wallet: true },
  })
  if (report) throw new ApiError("ALREADY_REPORTED", "The post was reported by this wallet before")
}

type NewReport = { post: LockedPost; reason: string | undefined }

async function addReport(tx: Transaction, member: Member, { post, reason }: NewReport) {
  const { wallet, now } = member
  await tx.reefReport.create({
    data: { postId: post.id, wallet, reason: reason || null, createdAt: now },
    select: { wallet: true },
  })
  await countAction(tx, member, "report")
  const reportCount = post.reportCount + 1
  const isHiding = reportCount >= REPORTS_TO_HIDE
  await tx.reefPost.update({
    where: { id: post.id },
    data: { reportCount, ...(isHiding && { isFlagged: true, hiddenAt: now, hiddenBy: "reports" }) },
    select: { id: true },
  })
  if (isHiding) await notifyPostChanged(tx, post.id)
  return reportCount
}

/** POST /api/reef/admin/action. */
export async function moderate(admin: string, body: ActionBody): Promise<ActionResponse> {
  const { action, postId, wallet } = body
  if (action === "hide_post" || action === "unhide_post" || action === "dismiss_reports") {
    return moderatePost(admin, { ...body, action, postId: postId ?? "" })
  }
  return moderateWallet(admin, { ...body, action, wallet: wallet ?? "" })
}

type PostActionInput = { action: PostAction; postId: string; reason?: string | undefined }

async function moderatePost(admin: string, { action, postId, reason }: PostActionInput) {
  return prisma.$transaction(async (tx): Promise<ActionResponse> => {
    const post = await lockPost(tx, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const now = await readClock(tx)
    const { change, result } = POST_ACTIONS[action]
    if (action !== "hide_post") await closeReports(tx, post.id, now)
    await tx.reefPost.update({
      where: { id: post.id },
      data: change(post, now),
      select: { id: true },
    })
    await recordModerationAction(tx, {
      admin,
      action,
      postId: post.id,
      wallet: post.wallet,
      reason: reason || null,
    })
    // It may be visible again; a hidden one is left out when it is sent.
    await logPost(tx, { id: `${post.id}`, wallet: post.wallet })
    await notifyPostChanged(tx, post.id)
    return { success: true, action: result, postId }
  })
}

const clearReports = { isFlagged: false, reportCount: 0 }
const visible = { hiddenAt: null, hiddenBy: null }

type PostActionRule = {
  change: (post: LockedPost, now: Date) => Prisma.ReefPostUpdateInput
  result: "post_hidden" | "post_unhidden" | "reports_dismissed"
}

/** Dismissing reports shows a post again that reports have hidden, but not one that an admin has hidden. */
const POST_ACTIONS: Record<PostAction, PostActionRule> = {
  hide_post: {
    change: ({ hiddenAt }, now) => ({ hiddenAt: hiddenAt ?? now, hiddenBy: "admin" }),
    result: "post_hidden",
  },
  unhide_post: {
    change: () => ({ ...visible, ...clearReports }),
    result: "post_unhidden",
  },
  dismiss_reports: {
    change: ({ hiddenBy }) => ({ ...(hiddenBy !== "admin" && visible), ...clearReports }),
    result: "reports_dismissed",
  },
}

/** Closed reports stay: their authors cannot report the post again. */
const closeReports = (tx: Transaction, postId: bigint, closedAt: Date) =>
  tx.reefReport.updateMany({ where: { postId, closedAt: null }, data: { closedAt } })

type WalletActionInput = Pick<ActionBody, "muteMinutes" | "reason"> & {
  action: WalletAction
  wallet: string
}

async function moderateWallet(admin: string, input: WalletActionInput) {
  const { action, wallet, muteMinutes, reason } = input
  return prisma.$transaction(async (tx): Promise<ActionResponse> => {
    const member = await lockMember(tx, wallet)
    const response = await WALLET_ACTIONS[action](tx, member, muteMinutes)
    await recordModerationAction(tx, {
      admin,
      action,
      wallet,
      reason: reason || null,
      muteMinutes: action === "mute" ? muteMinutes : null,
    })
    return response
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const WALLET_ACTIONS = {
  warn,
  mute: async (tx: Transaction, { wallet, now }: Member, minutes: number) => {
    const mutedUntil = new Date(now.getTime() + minutes * MINUTE_MS)
    await updateMember(tx, wallet, { mutedUntil })
    return { success: true, action: "muted", wallet, mutedUntil } as const
  },
  ban: async (tx: Transaction, { wallet, now, bannedAt }: Member) => {
    await updateMember(tx, wallet, { bannedAt: bannedAt ?? now })
    return { success: true, action: "banned", wallet } as const
  },
  unban: async (tx: Transaction, { wallet }: Member) => {
    await updateMember(tx, wallet, { bannedAt: null, mutedUntil: null, warnings: 0 })
    return { success: true, action: "unbanned", wallet } as const
  },
}

/** A longer mute that has not ended stays as it is. */
async function warn(tx: Transaction, member: Member) {
  const { wallet, now } = member
  const warnings = member.warnings + 1
  const currentMute = member.mutedUntil && member.mutedUntil > now ? member.mutedUntil : null
  const muteEnd = new Date(now.getTime() + DAY_MS)
  const isMuting = warnings === WARNINGS_TO_MUTE && (currentMute === null || currentMute < muteEnd)
  const mutedUntil = isMuting ? muteEnd : currentMute
  const bannedAt = member.bannedAt ?? (warnings >= WARNINGS_TO_BAN ? now : null)
  await updateMember(tx, wallet, { warnings, mutedUntil, bannedAt })
  return {
    success: true,
    action: "warned",
    wallet,
    warnings,
    mutedUntil,
    banned: bannedAt !== null,
  } as const
}

/** The row is locked. */
const updateMember = (tx: Transaction, wallet: string, data: Prisma.ReefMemberUpdateInput) =>
  tx.reefMember.update({ where: { wallet }, data, select: { wallet: true } })
