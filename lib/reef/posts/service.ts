import { hash } from "node:crypto"
import { type Insertable, sql } from "kysely"
import type { ClientBase } from "pg"
import { isAdmin } from "@/lib/auth/admins"
import { dbOn, transaction } from "@/lib/db/client"
import type { ReefPostTable } from "@/lib/generated/database"
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
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    assertNotRestricted(member)
    assertSectionAllowed(section, member)
    await assertNoDuplicate(client, member, { contentHash })
    enforceCooldown(member)
    const row = { section, title, body, content_hash: contentHash }
    const id = await insertPost(client, member, row)
    await logPost(client, { id, wallet })
    await notifyPostChanged(client, id)
    const post = { id: encodeId(id), section, title, body, score: 0, timestamp: member.now }
    return { success: true as const, post }
  })
}

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
 * Throws for a text that another post of the wallet has, or had before an edit, when it was written within the
 * window. The texts of the edited post itself do not count: returning to one of them makes no second post.
 */
async function assertNoDuplicate(
  client: ClientBase,
  { wallet, now }: Member,
  { contentHash, postId = null }: { contentHash: Buffer; postId?: string | null },
) {
  const queries = dbOn(client)
  const texts = queries
    .selectFrom("reef_post")
    .select(({ fn }) => [
      "id as postId",
      fn.coalesce("edited_at", "created_at").$castTo<Date | null>().as("writtenAt"),
    ])
    .where("wallet", "=", wallet)
    .where("content_hash", "=", contentHash)
    .unionAll(
      queries
        .selectFrom("reef_post_version as version")
        .innerJoin("reef_post as post", "post.id", "version.post_id")
        .select(["version.post_id as postId", "version.written_at as writtenAt"])
        .where("post.wallet", "=", wallet)
        .where("version.content_hash", "=", contentHash),
    )
  const duplicate = await queries
    .selectFrom(texts.as("text"))
    .select("text.postId")
    .where(
      "text.writtenAt",
      ">",
      sql<Date>`${now}::timestamptz - make_interval(hours => ${sql.lit(DUPLICATE_WINDOW_HOURS)})`,
    )
    .where("text.postId", "is distinct from", postId)
    .limit(1)
    .executeTakeFirst()
  if (!duplicate) return
  throw new ApiError(
    "DUPLICATE_CONTENT",
    `The same was posted in the last ${DUPLICATE_WINDOW_HOURS} hours`,
  )
}

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
  client: ClientBase,
  { wallet, now }: Member,
  post: Omit<Insertable<ReefPostTable>, "wallet" | "created_at">,
) {
  const { id } = await dbOn(client)
    .with("posted", (queries) =>
      queries.updateTable("reef_member").set({ last_post_at: now }).where("wallet", "=", wallet),
    )
    .insertInto("reef_post")
    .values({ ...post, wallet, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}

/** PATCH /api/reef/post/{postId}/manage. The text before the edit is kept for moderators. */
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
    await logPost(client, { id: post.id, wallet })
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
  const queries = dbOn(client)
  await queries
    .insertInto("reef_post_version")
    .values({
      post_id: post.id,
      title: post.title,
      body: post.body,
      content_hash: post.contentHash,
      written_at: post.writtenAt,
      replaced_at: at,
    })
    .execute()
  await queries
    .updateTable("reef_post")
    .set({ title, body, content_hash: contentHash, edited_at: at })
    .where("id", "=", post.id)
    .execute()
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
  return transaction(async (client) => {
    const post = requireVisiblePost(wallet, await lockPost(client, id))
    const isOwn = post.wallet === wallet
    if (!isOwn && !isAdmin(wallet)) throw notAuthor("delete")
    await dbOn(client)
      .updateTable("reef_post")
      .set(({ fn }) => ({ deleted_at: fn<Date>("clock_timestamp") }))
      .where("id", "=", post.id)
      .execute()
    if (!isOwn) {
      await recordModerationAction(client, {
        admin: wallet,
        action: "delete_post",
        post_id: post.id,
        wallet: post.wallet,
      })
    }
    await notifyPostChanged(client, post.id)
    return { success: true as const, message: "Post deleted." }
  })
}
