import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { codePoints } from "@/lib/api/wire"
import { isAdmin } from "@/lib/auth/admins"
import { pool, transaction } from "@/lib/db/client"
import {
  COMMENTS_PER_MINUTE,
  MAX_COMMENT_LENGTH,
  MAX_REPLY_DEPTH,
  type Section,
} from "@/lib/reef/constants"
import { decodeId, encodeId } from "@/lib/reef/ids"
import { lockComment, lockPostByRowId, lockVisiblePost } from "@/lib/reef/locks"
import { assertNotRestricted, countEdit, lockMember, type Member } from "@/lib/reef/members"
import { recordModerationAction } from "@/lib/reef/moderation/actions"
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
    const parent = parentId === undefined ? null : await findParent(client, post.id, parentId)
    assertNotRestricted(member)
    assertSectionAllowed(post.section, member)
    const depth = parent ? parent.depth + 1 : 0
    if (depth > MAX_REPLY_DEPTH) {
      throw new ApiError("REPLY_TOO_DEEP", `Replies nest at most ${MAX_REPLY_DEPTH} levels`)
    }
    await enforceRateLimit(client, member)
    const place = { post: post.id, parent: parent?.id ?? null, depth }
    const id = await insertComment(client, member, { ...place, message })
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

/** A live comment of the same post; deleting one locks the post first, which is locked here. */
async function findParent(client: ClientBase, post: string, parentId: string) {
  const { rows } = await client.query<{ id: string; depth: number }>(
    "select id, depth from reef_comment where id = $1 and post_id = $2 and deleted_at is null",
    [decodeId(parentId), post],
  )
  const [parent] = rows
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
  const { rows } = await client.query<{ at: Date }>(
    `select created_at as at from reef_comment where wallet = $1 and created_at > $2
    order by created_at desc limit 1 offset $3`,
    [wallet, new Date(now.getTime() - RATE_WINDOW_MS), COMMENTS_PER_MINUTE - 1],
  )
  const [oldest] = rows
  if (!oldest) return
  throw new ApiError("RATE_LIMITED", `A wallet comments ${COMMENTS_PER_MINUTE} times a minute`, {
    retryAfter: (oldest.at.getTime() + RATE_WINDOW_MS - now.getTime()) / 1000,
  })
}

type NewCommentRow = { post: string; parent: string | null; depth: number; message: string }

async function insertComment(
  client: ClientBase,
  { wallet, now }: Member,
  { post, parent, depth, message }: NewCommentRow,
) {
  const { rows } = await client.query<{ id: string }>(
    `with counted as (update reef_post set comment_count = comment_count + 1 where id = $1)
    insert into reef_comment (post_id, parent_id, depth, wallet, message, created_at)
    values ($1, $2, $3, $4, $5, $6) returning id`,
    [post, parent, depth, wallet, message, now],
  )
  const [row] = rows
  if (!row) throw new Error("An insert gave no row")
  return row.id
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
    await client.query("update reef_comment set message = $2, edited_at = $3 where id = $1", [
      comment.id,
      message,
      member.now,
    ])
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
      // Whom the post is hidden from does not learn that it is there.
      throw post.hiddenBy === null ? notAuthor("delete") : notFound("COMMENT_NOT_FOUND")
    }
    await client.query(DELETE, [comment.id])
    if (!isOwn) {
      const { wallet: author } = comment
      await recordModerationAction(client, {
        admin: wallet,
        action: "delete_comment",
        postRowId: postRowId,
        wallet: author,
      })
    }
    await notifyPostChanged(client, postRowId)
    return { success: true as const, message: "Comment deleted." }
  })
}

const DELETE = `
  with deleted as (
    update reef_comment set deleted_at = clock_timestamp() where id = $1 returning post_id
  )
  update reef_post set comment_count = comment_count - 1
  from deleted where reef_post.id = deleted.post_id`

/** A comment stays with its post for ever, so this needs no lock. */
async function findPostRowId(id: string): Promise<string | null> {
  const { rows } = await pool().query<{ postRow: string }>(
    `select post_id as "postRow" from reef_comment where id = $1`,
    [decodeId(id)],
  )
  return rows[0]?.postRow ?? null
}
