import type { Insertable } from "kysely"
import type { ClientBase } from "pg"
import { isAdmin } from "@/lib/auth/admins"
import { db, dbOn, transaction } from "@/lib/db/client"
import type { ReefCommentTable } from "@/lib/generated/database"
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
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const parent = parentId === undefined ? null : await getParent(client, post.id, parentId)
    assertNotRestricted(member)
    assertSectionAllowed(post.section, member)
    const depth = parent ? parent.depth + 1 : 0
    if (depth > MAX_REPLY_DEPTH) {
      throw new ApiError("REPLY_TOO_DEEP", `Replies nest at most ${MAX_REPLY_DEPTH} levels`)
    }
    await enforceRateLimit(client, member)
    const row = { post_id: post.id, parent_id: parent?.id ?? null, depth, message }
    const id = await insertComment(client, member, row)
    await notifyPostChanged(client, post.id)
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
async function getParent(client: ClientBase, postRowId: string, parentId: string) {
  const rowId = decodeId(parentId)
  if (rowId === null) throw notFound("PARENT_NOT_FOUND")
  const parent = await dbOn(client)
    .selectFrom("reef_comment")
    .select(["id", "depth"])
    .where("id", "=", `${rowId}`)
    .where("post_id", "=", postRowId)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
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
async function enforceRateLimit(client: ClientBase, { wallet, now }: Member) {
  const oldest = await dbOn(client)
    .selectFrom("reef_comment")
    .select("created_at as at")
    .where("wallet", "=", wallet)
    .where("created_at", ">", new Date(now.getTime() - RATE_WINDOW_MS))
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(COMMENTS_PER_MINUTE - 1)
    .executeTakeFirst()
  if (!oldest) return
  throw new ApiError("RATE_LIMITED", `A wallet comments ${COMMENTS_PER_MINUTE} times a minute`, {
    retryAfter: (oldest.at.getTime() + RATE_WINDOW_MS - now.getTime()) / 1000,
  })
}

async function insertComment(
  client: ClientBase,
  { wallet, now }: Member,
  comment: Omit<Insertable<ReefCommentTable>, "wallet" | "created_at">,
) {
  const { id } = await dbOn(client)
    .with("counted", (queries) =>
      queries
        .updateTable("reef_post")
        .set(({ eb }) => ({ comment_count: eb("comment_count", "+", 1) }))
        .where("id", "=", `${comment.post_id}`),
    )
    .insertInto("reef_comment")
    .values({ ...comment, wallet, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}

/** PATCH /api/reef/comment/{commentId}/manage. */
export async function editComment(wallet: string, id: string, message: string) {
  assertLength(message)
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const comment = await lockComment(client, id, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    if (comment.wallet !== wallet) throw notAuthor("edit")
    assertNotRestricted(member)
    await countEdit(client, member)
    await dbOn(client)
      .updateTable("reef_comment")
      .set({ message, edited_at: member.now })
      .where("id", "=", comment.id)
      .execute()
    await notifyPostChanged(client, comment.postId)
    return { success: true as const, comment: { id, message, editedAt: member.now } }
  })
}

const notAuthor = (what: "edit" | "delete") =>
  new ApiError("NOT_AUTHOR", `Only its author may ${what} a comment`)

/** DELETE /api/reef/comment/{commentId}/manage, by the author or an admin. Replies stay. */
export async function deleteComment(wallet: string, id: string) {
  const postRowId = await findPostRowId(id)
  if (postRowId === null) throw notFound("COMMENT_NOT_FOUND")
  return transaction(async (client) => {
    const post = await lockPostByRowId(client, postRowId)
    const comment = await lockComment(client, id, { inHidden: true })
    if (!post || !comment) throw notFound("COMMENT_NOT_FOUND")
    const isOwn = comment.wallet === wallet
    if (!isOwn && !isAdmin(wallet)) {
      // Whoever may not see a hidden post must not learn from the answer that it exists.
      throw post.hiddenBy === null ? notAuthor("delete") : notFound("COMMENT_NOT_FOUND")
    }
    await markDeleted(client, comment)
    if (!isOwn) {
      await recordModerationAction(client, {
        admin: wallet,
        action: "delete_comment",
        post_id: postRowId,
        wallet: comment.wallet,
      })
    }
    await notifyPostChanged(client, postRowId)
    return { success: true as const, message: "Comment deleted." }
  })
}

async function markDeleted(client: ClientBase, { id, postId }: { id: string; postId: string }) {
  await dbOn(client)
    .with("deleted", (queries) =>
      queries
        .updateTable("reef_comment")
        .set(({ fn }) => ({ deleted_at: fn<Date>("clock_timestamp") }))
        .where("id", "=", id),
    )
    .updateTable("reef_post")
    .set(({ eb }) => ({ comment_count: eb("comment_count", "-", 1) }))
    .where("id", "=", postId)
    .execute()
}

/** Needs no lock: the post of a comment never changes. */
async function findPostRowId(id: string): Promise<string | null> {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const comment = await db
    .selectFrom("reef_comment")
    .select("post_id as postRowId")
    .where("id", "=", `${rowId}`)
    .executeTakeFirst()
  return comment?.postRowId ?? null
}
