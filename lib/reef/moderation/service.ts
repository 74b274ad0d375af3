import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { transaction } from "@/lib/db/client"
import { announce } from "@/lib/reef/announce"
import { type LockedPost, lockPost, lockVisiblePost } from "@/lib/reef/locks"
import { lockMember, type Member, quotaExceeded, refuseBanned, spend } from "@/lib/reef/members"
import { canReport } from "@/lib/reef/standing"
import {
  REPORT_POINTS,
  REPORTS_PER_DAY,
  REPORTS_TO_HIDE,
  WARNINGS_TO_BAN,
  WARNINGS_TO_MUTE,
} from "@/lib/reef/words"
import { noteAction } from "./actions"
import type { ActionAnswer, ActionBody, PostAction, WalletAction } from "./schema"

/** POST /api/reef/report/{postId}. */
export async function reportPost(wallet: string, postId: string, reason: string | undefined) {
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    refuseBanned(member)
    await refuseBeginner(client, wallet)
    if (post.wallet === wallet) {
      throw new ApiError("OWN_CONTENT", "A post of one's own cannot be reported")
    }
    await refuseRepetition(client, wallet, post.id)
    if (member.reportsMade >= REPORTS_PER_DAY) {
      throw quotaExceeded(member, `A wallet reports at most ${REPORTS_PER_DAY} posts a day`)
    }
    const reportCount = await addReport(client, member, { post, reason })
    return { success: true as const, reportCount }
  })
}

async function refuseBeginner(client: ClientBase, wallet: string) {
  if (await canReport(client, wallet)) return
  throw new ApiError(
    "TIER_TOO_LOW",
    `Reporting needs ${REPORT_POINTS} points; the award for registering an agent does not count`,
  )
}

async function refuseRepetition(client: ClientBase, wallet: string, post: string) {
  const { rowCount } = await client.query(
    "select 1 from reef_report where post_id = $1 and wallet = $2",
    [post, wallet],
  )
  if (rowCount)
    throw new ApiError("ALREADY_REPORTED", "The post was reported by this wallet before")
}

type Report = { post: LockedPost; reason: string | undefined }

async function addReport(client: ClientBase, member: Member, { post, reason }: Report) {
  const { id, reportCount } = post
  await client.query(
    "insert into reef_report (post_id, wallet, reason, created_at) values ($1, $2, $3, $4)",
    [id, member.wallet, reason || null, member.now],
  )
  await spend(client, member, "report")
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
  await announce(client, id)
  return count
}

/** POST /api/reef/admin/action. */
export async function decide(admin: string, body: ActionBody): Promise<ActionAnswer> {
  const { action, postId, wallet } = body
  if (action === "hide_post" || action === "unhide_post" || action === "dismiss_reports") {
    return decidePost(admin, { ...body, action, postId: postId ?? "" })
  }
  return decideWallet(admin, { ...body, action, wallet: wallet ?? "" })
}

type PostDecision = { action: PostAction; postId: string; reason?: string | undefined }

async function decidePost(admin: string, { action, postId, reason }: PostDecision) {
  return transaction(async (client): Promise<ActionAnswer> => {
    const post = await lockPost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const { change, answer } = POST_DECISIONS[action]
    if (action !== "hide_post") await closeReports(client, post.id)
    await client.query(`update reef_post set ${change} where id = $1`, [post.id])
    await noteAction(client, { admin, action, postRow: post.id, wallet: post.wallet, reason })
    await announce(client, post.id)
    return { success: true, action: answer, postId }
  })
}

const CLOSED = "is_flagged = false, report_count = 0"

/** An admin's hiding outlasts that of the reports, which dismissing them would end. */
const POST_DECISIONS = {
  hide_post: {
    change: "hidden_at = coalesce(hidden_at, clock_timestamp()), hidden_by = 'admin'",
    answer: "post_hidden",
  },
  unhide_post: { change: `hidden_at = null, hidden_by = null, ${CLOSED}`, answer: "post_unhidden" },
  dismiss_reports: {
    change: `hidden_at = case when hidden_by = 'admin' then hidden_at end,
      hidden_by = case when hidden_by = 'admin' then hidden_by end, ${CLOSED}`,
    answer: "reports_dismissed",
  },
} as const

/** They stay, and keep their authors from reporting the post again. */
async function closeReports(client: ClientBase, post: string) {
  await client.query(
    `update reef_report set closed_at = clock_timestamp()
    where post_id = $1 and closed_at is null`,
    [post],
  )
}

type WalletDecision = Pick<ActionBody, "muteMinutes" | "reason"> & {
  action: WalletAction
  wallet: string
}

async function decideWallet(admin: string, decision: WalletDecision) {
  const { action, wallet, muteMinutes, reason } = decision
  return transaction(async (client): Promise<ActionAnswer> => {
    const member = await lockMember(client, wallet)
    const answer = await WALLET_DECISIONS[action](client, member, muteMinutes)
    await noteAction(client, {
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

const WALLET_DECISIONS = {
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
  const running = member.mutedUntil && member.mutedUntil > now ? member.mutedUntil : null
  const day = new Date(now.getTime() + DAY_MS)
  const isMuting = warnings === WARNINGS_TO_MUTE && (running === null || running < day)
  const mutedUntil = isMuting ? day : running
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
