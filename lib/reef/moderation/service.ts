import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { transaction } from "@/lib/db/client"
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
import { recordModerationAction } from "./actions"
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
  const { rowCount } = await client.query(
    "select 1 from reef_report where post_id = $1 and wallet = $2",
    [postRowId, wallet],
  )
  if (rowCount)
    throw new ApiError("ALREADY_REPORTED", "The post was reported by this wallet before")
}

type NewReport = { post: LockedPost; reason: string | undefined }

async function addReport(client: ClientBase, member: Member, { post, reason }: NewReport) {
  const { id, reportCount } = post
  await client.query(
    "insert into reef_report (post_id, wallet, reason, created_at) values ($1, $2, $3, $4)",
    [id, member.wallet, reason || null, member.now],
  )
  await countAction(client, member, "report")
  const count = reportCount + 1
  if (count < REPORTS_TO_HIDE) {
    await client.query("update reef_post set report_count = $2 where id = $1", [id, count])
    return count
  }
  await client.query(
    `update reef_post set report_count = $2, is_flagged = true, hidden_at = $3, hidden_by = 'reports'
    where id = $1`,
    [id, count, member.now],
  )
  await notifyPostChanged(client, id)
  return count
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
    const { change, answer } = POST_ACTIONS[action]
    if (action !== "hide_post") await closeReports(client, post.id)
    await client.query(`update reef_post set ${change} where id = $1`, [post.id])
    await recordModerationAction(client, {
      admin,
      action,
      postRowId: post.id,
      wallet: post.wallet,
      reason,
    })
    await notifyPostChanged(client, post.id)
    return { success: true, action: answer, postId }
  })
}

const CLEAR_REPORTS = "is_flagged = false, report_count = 0"

/** An admin's hiding outlasts that of the reports, which dismissing them would end. */
const POST_ACTIONS = {
  hide_post: {
    change: "hidden_at = coalesce(hidden_at, clock_timestamp()), hidden_by = 'admin'",
    answer: "post_hidden",
  },
  unhide_post: {
    change: `hidden_at = null, hidden_by = null, ${CLEAR_REPORTS}`,
    answer: "post_unhidden",
  },
  dismiss_reports: {
    change: `hidden_at = case when hidden_by = 'admin' then hidden_at end,
      hidden_by = case when hidden_by = 'admin' then hidden_by end, ${CLEAR_REPORTS}`,
    answer: "reports_dismissed",
  },
} as const

/** They stay, and keep their authors from reporting the post again. */
async function closeReports(client: ClientBase, postRowId: string) {
  await client.query(
    `update reef_report set closed_at = clock_timestamp()
    where post_id = $1 and closed_at is null`,
    [postRowId],
  )
}

type WalletActionInput = Pick<ActionBody, "muteMinutes" | "reason"> & {
  action: WalletAction
  wallet: string
}

async function moderateWallet(admin: string, input: WalletActionInput) {
  const { action, wallet, muteMinutes, reason } = input
  return transaction(async (client): Promise<ActionResponse> => {
    const member = await lockMember(client, wallet)
    const answer = await WALLET_ACTIONS[action](client, member, muteMinutes)
    await recordModerationAction(client, {
      admin,
      action,
      wallet,
      reason,
      ...(action === "mute" && { muteMinutes }),
    })
    return answer
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const WALLET_ACTIONS = {
  warn,
  mute: async (client: ClientBase, { wallet, now }: Member, minutes: number) => {
    const mutedUntil = new Date(now.getTime() + minutes * MINUTE_MS)
    await client.query("update reef_member set muted_until = $2 where wallet = $1", [
      wallet,
      mutedUntil,
    ])
    return { success: true, action: "muted", wallet, mutedUntil } as const
  },
  ban: async (client: ClientBase, { wallet, now }: Member) => {
    await client.query(
      "update reef_member set banned_at = coalesce(banned_at, $2) where wallet = $1",
      [wallet, now],
    )
    return { success: true, action: "banned", wallet } as const
  },
  unban: async (client: ClientBase, { wallet }: Member) => {
    await client.query(
      `update reef_member set banned_at = null, muted_until = null, warnings = 0
      where wallet = $1`,
      [wallet],
    )
    return { success: true, action: "unbanned", wallet } as const
  },
}

/** A longer mute that is running stays as it is. */
async function warn(client: ClientBase, member: Member) {
  const { wallet, now } = member
  const warnings = member.warnings + 1
  const currentMute = member.mutedUntil && member.mutedUntil > now ? member.mutedUntil : null
  const muteEnd = new Date(now.getTime() + DAY_MS)
  const isMuting = warnings === WARNINGS_TO_MUTE && (currentMute === null || currentMute < muteEnd)
  const mutedUntil = isMuting ? muteEnd : currentMute
  const bannedAt = member.bannedAt ?? (warnings >= WARNINGS_TO_BAN ? now : null)
  await client.query(
    `update reef_member set warnings = $2, muted_until = $3, banned_at = $4 where wallet = $1`,
    [wallet, warnings, mutedUntil, bannedAt],
  )
  return {
    success: true,
    action: "warned",
    wallet,
    warnings,
    mutedUntil,
    banned: bannedAt !== null,
  } as const
}
