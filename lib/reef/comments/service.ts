import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { codePoints } from "@/lib/api/wire"
import { isAdmin } from "@/lib/auth/admins"
import { pool, transaction } from "@/lib/db/client"
import { announce } from "@/lib/reef/announce"
import { opaqueId, rowOf } from "@/lib/reef/ids"
import { lockComment, lockPostRow, lockVisiblePost } from "@/lib/reef/locks"
import { countEdit, lockMember, type Member, refuseSilenced } from "@/lib/reef/members"
import { noteAction } from "@/lib/reef/moderation/actions"
import { COMMENTS_PER_MINUTE, MAX_DEPTH, MAX_MESSAGE, type Section } from "@/lib/reef/words"
import type { NewComment } from "./schema"

/** POST /api/reef/post/{postId}/comment. */
export async function createComment(
  wallet: string,
  postId: string,
  { message, parentId }: NewComment,
) {
  refuseLength(message)
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const parent = parentId === undefined ? null : await getParent(client, post.id, parentId)
    refuseSilenced(member)
    refuseSection(post.section, member)
    const depth = parent ? parent.depth + 1 : 0
    if (depth > MAX_DEPTH) {
      throw new ApiError("REPLY_TOO_DEEP", `Replies nest at most ${MAX_DEPTH} levels`)
    }
    await refuseHaste(client, member)
    const place = { post: post.id, parent: parent?.id ?? null, depth }
    const id = await insertComment(client, member, { ...place, message })
    await announce(client, post.id)
    const timestamp = member.now
    const comment = { id: opaqueId(id), message, score: 0, parentId: parentId ?? null, timestamp }
    return { success: true as const, comment }
  })
}

function refuseLength(message: string) {
  if (codePoints(message) <= MAX_MESSAGE) return
  const why = `must have at most ${MAX_MESSAGE} characters`
  throw new ApiError("CONTENT_TOO_LONG", `message: ${why}`, {
    details: [{ path: "message", message: why }],
  })
}

/** A live comment of the same post; deleting one locks the post first, which is locked here. */
async function getParent(client: ClientBase, post: string, parentId: string) {
  const { rows } = await client.query<{ id: string; depth: number }>(
    "select id, depth from reef_comment where id = $1 and post_id = $2 and deleted_at is null",
    [rowOf(parentId), post],
  )
  const [parent] = rows
  if (!parent) throw notFound("PARENT_NOT_FOUND")
  return parent
}

function refuseSection(section: Section, { isAgent }: Member) {
  if (section === "agent" && !isAgent) {
    throw new ApiError("SECTION_FORBIDDEN", "Section agent is for registered agents")
  }
  if (section === "human" && isAgent) {
    throw new ApiError("SECTION_FORBIDDEN", "Section human is not open to agents")
  }
}

const WINDOW_MS = 60_000

/** Deleted comments count as well. */
async function refuseHaste(client: ClientBase, { wallet, now }: Member) {
  const { rows } = await client.query<{ at: Date }>(
    `select created_at as at from reef_comment where wallet = $1 and created_at > $2
    order by created_at desc limit 1 offset $3`,
    [wallet, new Date(now.getTime() - WINDOW_MS), COMMENTS_PER_MINUTE - 1],
  )
  const [oldest] = rows
  if (!oldest) return
  throw new ApiError("RATE_LIMITED", `A wallet comments ${COMMENTS_PER_MINUTE} times a minute`, {
    retryAfter: (oldest.at.getTime() + WINDOW_MS - now.getTime()) / 1000,
  })
}

type Place = { post: string; parent: string | null; depth: number; message: string }

async function insertComment(
  client: ClientBase,
  { wallet, now }: Member,
  { post, parent, depth, message }: Place,
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
  refuseLength(message)
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const comment = await lockComment(client, id, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    if (comment.wallet !== wallet) throw notAuthor("edit")
    refuseSilenced(member)
    await countEdit(client, member)
    await client.query("update reef_comment set message = $2, edited_at = $3 where id = $1", [
      comment.id,
      message,
      member.now,
    ])
    await announce(client, comment.postId)
    return { success: true as const, comment: { id, message, editedAt: member.now } }
  })
}

const notAuthor = (what: "edit" | "delete") =>
  new ApiError("NOT_AUTHOR", `Only its author may ${what} a comment`)

/** DELETE /api/reef/comment/{commentId}/manage, by the author or an admin. Replies stay. */
export async function deleteComment(wallet: string, id: string) {
  const postRow = await findPostRow(id)
  if (postRow === null) throw notFound("COMMENT_NOT_FOUND")
  return transaction(async (client) => {
    const post = await lockPostRow(client, postRow)
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
      await noteAction(client, { admin: wallet, action: "delete_comment", postRow, wallet: author })
    }
    await announce(client, postRow)
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
async function findPostRow(id: string): Promise<string | null> {
  const { rows } = await pool().query<{ postRow: string }>(
    `select post_id as "postRow" from reef_comment where id = $1`,
    [rowOf(id)],
  )
  return rows[0]?.postRow ?? null
}
