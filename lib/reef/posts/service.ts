import { hash } from "node:crypto"
import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { isAdmin } from "@/lib/auth/admins"
import { transaction } from "@/lib/db/client"
import { DUPLICATE_WINDOW_HOURS, POST_COOLDOWN_SECONDS, type Section } from "@/lib/reef/constants"
import { encodeId } from "@/lib/reef/ids"
import { type LockedPost, lockPost } from "@/lib/reef/locks"
import { assertNotRestricted, countEdit, lockMember, type Member } from "@/lib/reef/members"
import { recordModerationAction } from "@/lib/reef/moderation/actions"
import { notifyPostChanged } from "@/lib/reef/notify"
import type { NewPost, PostChange } from "./schema"

/** POST /api/reef/post. */
export async function createPost(wallet: string, { section, title, body: bodyInput }: NewPost) {
  const body = bodyInput || null
  const contentHash = hashContent(title, body)
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    assertNotRestricted(member)
    assertSectionAllowed(section, member)
    await assertNoDuplicate(client, member, { contentHash })
    enforceCooldown(member)
    const id = await insertPost(client, member, { section, title, body, contentHash })
    await notifyPostChanged(client, id)
    const post = { id: encodeId(id), section, title, body, score: 0, timestamp: member.now }
    return { success: true as const, post }
  })
}

/** Equal for texts that differ in case, white space or the width of letters alone. */
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
 * Refuses a text that another post of the wallet says, or said before it was edited, when it was written within the
 * last day. The texts of the post that is edited itself do not count: going back to one makes no second post.
 */
async function assertNoDuplicate(
  client: ClientBase,
  { wallet, now }: Member,
  { contentHash, postId = null }: { contentHash: Buffer; postId?: string | null },
) {
  const { rowCount } = await client.query(
    `with written as (
      select id as post_id, coalesce(edited_at, created_at) as at from reef_post
      where wallet = $1 and content_hash = $2
      union all
      select v.post_id, v.written_at from reef_post_version v join reef_post p on p.id = v.post_id
      where p.wallet = $1 and v.content_hash = $2
    )
    select 1 from written
    where at > $3::timestamptz - make_interval(hours => $4) and post_id is distinct from $5 limit 1`,
    [wallet, contentHash, now, DUPLICATE_WINDOW_HOURS, postId],
  )
  if (!rowCount) return
  throw new ApiError(
    "DUPLICATE_CONTENT",
    `The same was posted in the last ${DUPLICATE_WINDOW_HOURS} hours`,
  )
}

function enforceCooldown({ lastPostAt, now }: Member) {
  if (!lastPostAt) return
  const remainingSeconds = POST_COOLDOWN_SECONDS - (now.getTime() - lastPostAt.getTime()) / 1000
  if (remainingSeconds <= 0) return
  throw new ApiError("COOLDOWN_ACTIVE", `A wallet posts once in ${POST_COOLDOWN_SECONDS} seconds`, {
    retryAfter: remainingSeconds,
  })
}

type NewPostRow = { section: Section; title: string; body: string | null; contentHash: Buffer }

async function insertPost(
  client: ClientBase,
  { wallet, now }: Member,
  { section, title, body, contentHash }: NewPostRow,
) {
  const { rows } = await client.query<{ id: string }>(
    `with posted as (update reef_member set last_post_at = $6 where wallet = $1)
    insert into reef_post (wallet, section, title, body, content_hash, created_at)
    values ($1, $2, $3, $4, $5, $6) returning id`,
    [wallet, section, title, body, contentHash, now],
  )
  const [row] = rows
  if (!row) throw new Error("An insert gave no row")
  return row.id
}

/** PATCH /api/reef/post/{postId}/manage. What it said before is kept for moderators. */
export async function editPost(wallet: string, id: string, { title, body }: PostChange) {
  if (title === undefined && body === undefined) {
    throw new ApiError("NO_FIELDS", "Nothing to update was sent")
  }
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const post = requireVisiblePost(wallet, await lockPost(client, id))
    if (post.wallet !== wallet) throw notAuthor("edit")
    assertNotRestricted(member)
    const next = {
      title: title ?? post.title,
      body: body === undefined ? post.body : body || null,
    }
    const contentHash = hashContent(next.title, next.body)
    await assertNoDuplicate(client, member, { contentHash, postId: post.id })
    await countEdit(client, member)
    await replaceText(client, post, { ...next, contentHash, at: member.now })
    await notifyPostChanged(client, post.id)
    return { success: true as const, post: { id, ...next, editedAt: member.now } }
  })
}

type PostText = { title: string; body: string | null; contentHash: Buffer; at: Date }

async function replaceText(
  client: ClientBase,
  post: LockedPost,
  { title, body, contentHash, at }: PostText,
) {
  await client.query(
    `insert into reef_post_version (post_id, title, body, content_hash, written_at, replaced_at)
    values ($1, $2, $3, $4, $5, $6)`,
    [post.id, post.title, post.body, post.contentHash, post.writtenAt, at],
  )
  await client.query(
    "update reef_post set title = $2, body = $3, content_hash = $4, edited_at = $5 where id = $1",
    [post.id, title, body, contentHash, at],
  )
}

/** A hidden post is there for its author and for admins alone. */
function requireVisiblePost(wallet: string, post: LockedPost | null): LockedPost {
  const isSeen = post && (post.hiddenBy === null || post.wallet === wallet || isAdmin(wallet))
  if (!isSeen) throw notFound("POST_NOT_FOUND")
  return post
}

const notAuthor = (what: "edit" | "delete") =>
  new ApiError("NOT_AUTHOR", `Only its author may ${what} a post`)

/** DELETE /api/reef/post/{postId}/manage, by the author or an admin. */
export async function deletePost(wallet: string, id: string) {
  return transaction(async (client) => {
    const post = requireVisiblePost(wallet, await lockPost(client, id))
    const isOwn = post.wallet === wallet
    if (!isOwn && !isAdmin(wallet)) throw notAuthor("delete")
    await client.query("update reef_post set deleted_at = clock_timestamp() where id = $1", [
      post.id,
    ])
    if (!isOwn) {
      const { id: postRow, wallet: author } = post
      await recordModerationAction(client, {
        admin: wallet,
        action: "delete_post",
        postRowId: postRow,
        wallet: author,
      })
    }
    await notifyPostChanged(client, post.id)
    return { success: true as const, message: "Post deleted." }
  })
}
