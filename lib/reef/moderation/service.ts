import { sql, type Updateable } from "kysely"
import type { ClientBase } from "pg"
import { dbOn, transaction } from "@/lib/db/client"
import type { ReefMemberTable } from "@/lib/generated/database"
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
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    assertNotBanned(member)
    await assertCanReport(client, wallet)
    if (post.wallet === wallet) {
      throw new ApiError("OWN_CONTENT", "A post of one's own cannot be reported")
    }
    await assertNotReportedBefore(client, wallet, post.id)
    if (member.reportsMade >= REPORTS_PER_DAY) {
      throw quotaExceeded(member, `A wallet reports at most ${REPORTS_PER_DAY} posts a day`)
    }
    const reportCount = await addReport(client, member, { post, reason })
    return { success: true as const, reportCount }
  })
}

async function assertCanReport(client: ClientBase, wallet: string) {
  if (await canReport(client, wallet)) return
  throw new ApiError(
    "TIER_TOO_LOW",
    `Reporting needs ${MIN_POINTS_TO_REPORT} points; the award for registering an agent does not count`,
  )
}

async function assertNotReportedBefore(client: ClientBase, wallet: string, postRowId: string) {
  const report = await dbOn(client)
    .selectFrom("reef_report")
    .select("wallet")
    .where("post_id", "=", postRowId)
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  if (report) throw new ApiError("ALREADY_REPORTED", "The post was reported by this wallet before")
}

type NewReport = { post: LockedPost; reason: string | undefined }

async function addReport(client: ClientBase, member: Member, { post, reason }: NewReport) {
  const queries = dbOn(client)
  await queries
    .insertInto("reef_report")
    .values({
      post_id: post.id,
      wallet: member.wallet,
      reason: reason || null,
      created_at: member.now,
    })
    .execute()
  await countAction(client, member, "report")
  const reportCount = post.reportCount + 1
  const isHiding = reportCount >= REPORTS_TO_HIDE
  const hidden = { is_flagged: true, hidden_at: member.now, hidden_by: "reports" as const }
  await queries
    .updateTable("reef_post")
    .set({ report_count: reportCount, ...(isHiding && hidden) })
    .where("id", "=", post.id)
    .execute()
  if (isHiding) await notifyPostChanged(client, post.id)
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
  return transaction(async (client): Promise<ActionResponse> => {
    const post = await lockPost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const { change, result } = POST_ACTIONS[action]
    if (action !== "hide_post") await closeReports(client, post.id)
    await dbOn(client).updateTable("reef_post").set(change).where("id", "=", post.id).execute()
    await recordModerationAction(client, {
      admin,
      action,
      post_id: post.id,
      wallet: post.wallet,
      reason: reason || null,
    })
    // It may be visible again; a hidden one is left out when it is sent.
    await logPost(client, post)
    await notifyPostChanged(client, post.id)
    return { success: true, action: result, postId }
  })
}

const clearReports = { is_flagged: false, report_count: 0 }

/** Dismissing reports shows a post again that reports have hidden, but not one that an admin has hidden. */
const POST_ACTIONS = {
  hide_post: {
    change: {
      hidden_at: sql<Date>`coalesce(hidden_at, clock_timestamp())`,
      hidden_by: "admin" as const,
    },
    result: "post_hidden",
  },
  unhide_post: {
    change: { hidden_at: null, hidden_by: null, ...clearReports },
    result: "post_unhidden",
  },
  dismiss_reports: {
    change: {
      hidden_at: sql<Date | null>`case when hidden_by = 'admin' then hidden_at end`,
      hidden_by: sql<"admin" | null>`case when hidden_by = 'admin' then hidden_by end`,
      ...clearReports,
    },
    result: "reports_dismissed",
  },
} as const

/** Closed reports stay: their authors cannot report the post again. */
async function closeReports(client: ClientBase, postRowId: string) {
  await dbOn(client)
    .updateTable("reef_report")
    .set(({ fn }) => ({ closed_at: fn<Date>("clock_timestamp") }))
    .where("post_id", "=", postRowId)
    .where("closed_at", "is", null)
    .execute()
}

type WalletActionInput = Pick<ActionBody, "muteMinutes" | "reason"> & {
  action: WalletAction
  wallet: string
}

async function moderateWallet(admin: string, input: WalletActionInput) {
  const { action, wallet, muteMinutes, reason } = input
  return transaction(async (client): Promise<ActionResponse> => {
    const member = await lockMember(client, wallet)
    const response = await WALLET_ACTIONS[action](client, member, muteMinutes)
    await recordModerationAction(client, {
      admin,
      action,
      wallet,
      reason: reason || null,
      mute_minutes: action === "mute" ? muteMinutes : null,
    })
    return response
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const WALLET_ACTIONS = {
  warn,
  mute: async (client: ClientBase, { wallet, now }: Member, minutes: number) => {
    const mutedUntil = new Date(now.getTime() + minutes * MINUTE_MS)
    await updateMember(client, wallet, { muted_until: mutedUntil })
    return { success: true, action: "muted", wallet, mutedUntil } as const
  },
  ban: async (client: ClientBase, { wallet, now, bannedAt }: Member) => {
    await updateMember(client, wallet, { banned_at: bannedAt ?? now })
    return { success: true, action: "banned", wallet } as const
  },
  unban: async (client: ClientBase, { wallet }: Member) => {
    await updateMember(client, wallet, { banned_at: null, muted_until: null, warnings: 0 })
    return { success: true, action: "unbanned", wallet } as const
  },
}

/** A longer mute that has not ended stays as it is. */
async function warn(client: ClientBase, member: Member) {
  const { wallet, now } = member
  const warnings = member.warnings + 1
  const currentMute = member.mutedUntil && member.mutedUntil > now ? member.mutedUntil : null
  const muteEnd = new Date(now.getTime() + DAY_MS)
  const isMuting = warnings === WARNINGS_TO_MUTE && (currentMute === null || currentMute < muteEnd)
  const mutedUntil = isMuting ? muteEnd : currentMute
  const bannedAt = member.bannedAt ?? (warnings >= WARNINGS_TO_BAN ? now : null)
  await updateMember(client, wallet, {
    warnings,
    muted_until: mutedUntil,
    banned_at: bannedAt,
  })
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
async function updateMember(
  client: ClientBase,
  wallet: string,
  change: Updateable<ReefMemberTable>,
) {
  await dbOn(client).updateTable("reef_member").set(change).where("wallet", "=", wallet).execute()
}
