import { isAdmin } from "@/lib/auth/caller"
import { prisma, readClock, type Transaction } from "@/lib/db/client"
import { ApiError, notFound } from "@/lib/http/errors"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { codePoints } from "@/lib/http/wire"
import {
  COMMENTS_PER_MINUTE,
  MAX_COMMENT_LENGTH,
  MAX_REPLY_DEPTH,
  type Section,
} from "@/lib/reef/constants"
import { lockComment, lockPostByRowId, lockVisiblePost } from "@/lib/reef/locks"
import { assertNotRestricted, countEdit, lockMember, type Member } from "@/lib/reef/members"
import { recordModerationAction } from "@/lib/reef/moderation/log"
import { notifyPostChanged } from "@/lib/reef/notify"
import type { NewComment } from "./schema"

/** POST /api/reef/post/{postId}/comment. */
export async function createComment(
  wallet: string,
  postId: string,
  { message, parentId }: NewComment,
) {
  assertLength(message)
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    const post = await lockVisiblePost(tx, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const parent = parentId === undefined ? null : await getParent(tx, post.id, parentId)
    assertNotRestricted(member)
    assertSectionAllowed(post.section, member)
    const depth = parent ? parent.depth + 1 : 0
    if (depth > MAX_REPLY_DEPTH) {
      throw new ApiError("REPLY_TOO_DEEP", `Replies nest at most ${MAX_REPLY_DEPTH} levels`)
    }
    await enforceRateLimit(tx, member)
    const row = { postId: post.id, parentId: parent?.id ?? null, depth, message }
    const id = await insertComment(tx, member, row)
    await notifyPostChanged(tx, post.id)
    const timestamp = member.now
    const comment = { id: encodeId(id), message, score: 0, parentId: parentId ?? null, timestamp }
    return { success: true as const, comment }
  })
}

function assertLength(message: string) {
  if (codePoints(message) <= MAX_COMMENT_LENGTH) return
  const why = `must have at most ${MAX_COMMENT_LENGTH} characters`
  throw new ApiError("CONTENT_TOO_LONG", `message: ${why}`, {
    details: [{ path: "message", message: why }],
  })
}

/** A comment of the same post that is not deleted. Deleting it would wait for the lock of the post. */
async function getParent(tx: Transaction, postId: bigint, parentId: string) {
  const id = decodeId(parentId)
  if (id === null) throw notFound("PARENT_NOT_FOUND")
  const parent = await tx.reefComment.findUnique({
    where: { id, postId, deletedAt: null },
    select: { id: true, depth: true },
  })
  if (!parent) throw notFound("PARENT_NOT_FOUND")
  return parent
}

function assertSectionAllowed(section: Section, { isAgent }: Member) {
  if (section === "agent" && !isAgent) {
    throw new ApiError("SECTION_FORBIDDEN", "Section agent is for registered agents")
  }
  if (section === "human" && isAgent) {
    throw new ApiError("SECTION_FORBIDDEN", "Section human is not open to agents")
  }
}

const RATE_WINDOW_MS = 60_000

/** Deleted comments count as well. */
async function enforceRateLimit(tx: Transaction, { wallet, now }: Member) {
  const oldest = await tx.reefComment.findFirst({
    where: { wallet, createdAt: { gt: new Date(now.getTime() - RATE_WINDOW_MS) } },
    select: { createdAt: true },
    orderBy: { createdAt: "desc" },
    skip: COMMENTS_PER_MINUTE - 1,
  })
  if (!oldest) return
  throw new ApiError("RATE_LIMITED", `A wallet comments ${COMMENTS_PER_MINUTE} times a minute`, {
    retryAfter: (oldest.createdAt.getTime() + RATE_WINDOW_MS - now.getTime()) / 1000,
  })
}

async function insertComment(
  tx: Transaction,
  { wallet, now }: Member,
  comment: { postId: bigint; parentId: bigint | null; depth: number; message: string },
) {
  await changeCount(tx, comment.postId, 1)
  const { id } = await tx.reefComment.create({
    data: { ...comment, wallet, createdAt: now },
    select: { id: true },
  })
  return id
}

const changeCount = (tx: Transaction, id: bigint, increment: 1 | -1) =>
  tx.reefPost.update({
    where: { id },
    data: { commentCount: { increment } },
    select: { id: true },
  })

/** PATCH /api/reef/comment/{commentId}/manage. */
export async function editComment(wallet: string, id: string, message: string) {
  assertLength(message)
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    const comment = await lockComment(tx, id, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    if (comment.wallet !== wallet) throw notAuthor("edit")
    assertNotRestricted(member)
    await countEdit(tx, member)
    await tx.reefComment.update({
      where: { id: comment.id },
      data: { message, editedAt: member.now },
      select: { id: true },
    })
    await notifyPostChanged(tx, comment.postId)
    return { success: true as const, comment: { id, message, editedAt: member.now } }
  })
}

const notAuthor = (what: "edit" | "delete") =>
  new ApiError("NOT_AUTHOR", `Only its author may ${what} a comment`)

/** DELETE /api/reef/comment/{commentId}/manage, by the author or an admin. Replies stay. */
export async function deleteComment(wallet: string, id: string) {
  const postRowId = await findPostRowId(id)
  if (postRowId === null) throw notFound("COMMENT_NOT_FOUND")
  return prisma.$transaction(async (tx) => {
    const post = await lockPostByRowId(tx, postRowId)
    const comment = await lockComment(tx, id, { inHidden: true })
    if (!post || !comment) throw notFound("COMMENT_NOT_FOUND")
    const isOwn = comment.wallet === wallet
    if (!isOwn && !isAdmin(wallet)) {
      // A caller who may not see a hidden post must not learn from the answer that it exists.
      throw post.hiddenBy === null ? notAuthor("delete") : notFound("COMMENT_NOT_FOUND")
    }
    await tx.reefComment.update({
      where: { id: comment.id },
      data: { deletedAt: await readClock(tx) },
      select: { id: true },
    })
    await changeCount(tx, comment.postId, -1)
    if (!isOwn) {
      await recordModerationAction(tx, {
        admin: wallet,
        action: "delete_comment",
        postId: postRowId,
        wallet: comment.wallet,
      })
    }
    await notifyPostChanged(tx, postRowId)
    return { success: true as const, message: "Comment deleted." }
  })
}

/** Needs no lock: the post of a comment never changes. */
async function findPostRowId(commentId: string): Promise<bigint | null> {
  const id = decodeId(commentId)
  if (id === null) return null
  const comment = await prisma.reefComment.findUnique({ where: { id }, select: { postId: true } })
  return comment?.postId ?? null
}
