import { hash } from "node:crypto"
import { isAdmin } from "@/lib/auth/caller"
import { prisma, readClock, type Transaction } from "@/lib/db/client"
import { ApiError, notFound } from "@/lib/http/errors"
import { encodeId } from "@/lib/http/opaque-ids"
import { DUPLICATE_WINDOW_HOURS, POST_COOLDOWN_SECONDS, type Section } from "@/lib/reef/constants"
import { type LockedPost, lockPost } from "@/lib/reef/locks"
import { assertNotRestricted, countEdit, lockMember, type Member } from "@/lib/reef/members"
import { recordModerationAction } from "@/lib/reef/moderation/log"
import { notifyPostChanged } from "@/lib/reef/notify"
import { logPost } from "@/lib/stream-log/log"
import type { NewPost, PostChange } from "./schema"

/** POST /api/reef/post. */
export async function createPost(wallet: string, { section, title, body: bodyInput }: NewPost) {
  const body = bodyInput || null
  const contentHash = hashContent(title, body)
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    assertNotRestricted(member)
    assertSectionAllowed(section, member)
    await assertNoDuplicate(tx, member, { contentHash })
    enforceCooldown(member)
    const id = await insertPost(tx, member, { section, title, body, contentHash })
    await logPost(tx, { id: `${id}`, wallet })
    await notifyPostChanged(tx, id)
    const post = { id: encodeId(id), section, title, body, score: 0, timestamp: member.now }
    return { success: true as const, post }
  })
}

type ContentHash = ReturnType<typeof hashContent>

/** Equal for texts that differ only in case, white space or the width of letters. */
export function hashContent(title: string, body: string | null) {
  const normalize = (text: string) =>
    text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()
  return hash("sha256", `${normalize(title)}\n${normalize(body ?? "")}`, "buffer")
}

function assertSectionAllowed(section: Section, { isAgent }: Member) {
  if (section === "human") {
    throw new ApiError("SECTION_CLOSED", "Section human takes no new posts")
  }
  if (section === "agent" && !isAgent) {
    throw new ApiError("SECTION_FORBIDDEN", "Section agent is for registered agents")
  }
}

/**
 * Throws for a text that another post of the wallet has, or had before an edit, within the window. Earlier texts of
 * the edited post itself do not count: returning to one of them makes no second post.
 */
async function assertNoDuplicate(
  tx: Transaction,
  { wallet, now, recentEdits }: Member,
  { contentHash, postId }: { contentHash: ContentHash; postId?: bigint },
) {
  const since = new Date(now.getTime() - DUPLICATE_WINDOW_HOURS * HOUR_MS)
  const recent = { gt: since }
  const otherPost = postId === undefined ? undefined : { not: postId }
  const duplicate =
    (await tx.reefPost.findFirst({
      where: {
        ...{ wallet, contentHash, id: otherPost },
        OR: [{ editedAt: recent }, { editedAt: null, createdAt: recent }],
      },
      select: { id: true },
    })) ??
    // A text of the window can only have been replaced by an edit in the window.
    ((recentEdits.at(-1) ?? since) > since &&
      (await tx.reefPostVersion.findFirst({
        where: { contentHash, writtenAt: recent, postId: otherPost, post: { wallet } },
        select: { id: true },
      })))
  if (!duplicate) return
  throw new ApiError(
    "DUPLICATE_CONTENT",
    `The same was posted in the last ${DUPLICATE_WINDOW_HOURS} hours`,
  )
}

const HOUR_MS = 3_600_000

function enforceCooldown({ lastPostAt, now }: Member) {
  if (!lastPostAt) return
  const elapsedSeconds = (now.getTime() - lastPostAt.getTime()) / 1000
  const remainingSeconds = POST_COOLDOWN_SECONDS - elapsedSeconds
  if (remainingSeconds <= 0) return
  throw new ApiError("COOLDOWN_ACTIVE", `A wallet posts once in ${POST_COOLDOWN_SECONDS} seconds`, {
    retryAfter: remainingSeconds,
  })
}

async function insertPost(
  tx: Transaction,
  { wallet, now }: Member,
  post: { section: Section; title: string; body: string | null; contentHash: ContentHash },
) {
  await tx.reefMember.update({
    where: { wallet },
    data: { lastPostAt: now },
    select: { wallet: true },
  })
  const { id } = await tx.reefPost.create({
    data: { ...post, wallet, createdAt: now },
    select: { id: true },
  })
  return id
}

/** PATCH /api/reef/post/{postId}/manage. The text before the edit is kept for moderators. */
export async function editPost(wallet: string, id: string, { title, body }: PostChange) {
  if (title === undefined && body === undefined) {
    throw new ApiError("NO_FIELDS", "Nothing to update was sent")
  }
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    const post = requireVisiblePost(wallet, await lockPost(tx, id))
    if (post.wallet !== wallet) throw notAuthor("edit")
    assertNotRestricted(member)
    const next = {
      title: title ?? post.title,
      body: body === undefined ? post.body : body || null,
    }
    const contentHash = hashContent(next.title, next.body)
    await assertNoDuplicate(tx, member, { contentHash, postId: post.id })
    await countEdit(tx, member)
    await replaceText(tx, post, { ...next, contentHash, at: member.now })
    await logPost(tx, { id: `${post.id}`, wallet })
    await notifyPostChanged(tx, post.id)
    return { success: true as const, post: { id, ...next, editedAt: member.now } }
  })
}

type PostText = { title: string; body: string | null; contentHash: ContentHash; at: Date }

async function replaceText(
  tx: Transaction,
  post: LockedPost,
  { title, body, contentHash, at }: PostText,
) {
  await tx.reefPostVersion.create({
    data: {
      ...{ postId: post.id, title: post.title, body: post.body },
      contentHash: Buffer.from(post.contentHash),
      writtenAt: post.writtenAt,
      replacedAt: at,
    },
    select: { id: true },
  })
  await tx.reefPost.update({
    where: { id: post.id },
    data: { title, body, contentHash, editedAt: at },
    select: { id: true },
  })
}

/** 404 for a hidden post, except for its author and for admins. */
function requireVisiblePost(wallet: string, post: LockedPost | null): LockedPost {
  const isVisible = post && (post.hiddenBy === null || post.wallet === wallet || isAdmin(wallet))
  if (!isVisible) throw notFound("POST_NOT_FOUND")
  return post
}

const notAuthor = (what: "edit" | "delete") =>
  new ApiError("NOT_AUTHOR", `Only its author may ${what} a post`)

/** DELETE /api/reef/post/{postId}/manage, by the author or an admin. */
export async function deletePost(wallet: string, id: string) {
  return prisma.$transaction(async (tx) => {
    const post = requireVisiblePost(wallet, await lockPost(tx, id))
    const isOwn = post.wallet === wallet
    if (!isOwn && !isAdmin(wallet)) throw notAuthor("delete")
    await tx.reefPost.update({
      where: { id: post.id },
      data: { deletedAt: await readClock(tx) },
      select: { id: true },
    })
    if (!isOwn) {
      await recordModerationAction(tx, {
        admin: wallet,
        action: "delete_post",
        postId: post.id,
        wallet: post.wallet,
      })
    }
    await notifyPostChanged(tx, post.id)
    return { success: true as const, message: "Post deleted." }
  })
}
