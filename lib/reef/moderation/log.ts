import type { Insertable } from "kysely"
import type { ClientBase } from "pg"
import { z } from "zod"
import { db, dbOn } from "@/lib/db/client"
import type { ReefActionTable } from "@/lib/generated/database"
import { decodeId, encodeId, reefId } from "@/lib/http/opaque-ids"
import { feedPage, feedQuery } from "@/lib/http/pagination"
import { isoDate } from "@/lib/http/wire"
import { futureOrNull } from "@/lib/reef/permissions"
import { countRows } from "@/lib/reef/posts/rows"

const logEntry = z.object({
  id: z.string(),
  /** An action of the API, or `delete_post` and `delete_comment`. */
  action: z.string(),
  admin: z.string(),
  wallet: z.string().nullable().describe("the wallet concerned"),
  muteMinutes: z.int().nullable(),
  reason: z.string().nullable(),
  createdAt: isoDate,
  post: z
    .object({ id: reefId, title: z.string(), isHidden: z.boolean(), isDeleted: z.boolean() })
    .nullable(),
})

export const moderationLogQuery = feedQuery
export const moderationLogPage = feedPage(logEntry)

export const recordModerationAction = (client: ClientBase, action: Insertable<ReefActionTable>) =>
  dbOn(client).insertInto("reef_action").values(action).execute()

/** Actions of moderators, the newest first. */
export async function findModerationLog({ limit, offset }: z.output<typeof moderationLogQuery>) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom("reef_action as action")
      .leftJoin("reef_post as post", "post.id", "action.post_id")
      .select([
        "action.id",
        "action.action",
        "action.admin",
        "action.wallet",
        "action.mute_minutes as muteMinutes",
        "action.reason",
        "action.created_at as createdAt",
        "post.id as postRowId",
        "post.title",
        "post.hidden_at as hiddenAt",
        "post.deleted_at as deletedAt",
      ])
      .orderBy("action.id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    db.selectFrom("reef_action").select(countRows).executeTakeFirstOrThrow(),
  ])
  const data = rows.map(({ postRowId, title, hiddenAt, deletedAt, ...entry }) => {
    if (postRowId === null || title === null) return { ...entry, post: null }
    const [isHidden, isDeleted] = [hiddenAt !== null, deletedAt !== null]
    return { ...entry, post: { id: encodeId(postRowId), title, isHidden, isDeleted } }
  })
  return { data, pagination: { total, limit, offset } }
}

const postVersion = z.object({
  title: z.string(),
  body: z.string().nullable(),
  replacedAt: isoDate,
})

/** What a moderator reads before an action on a post. */
export const moderationContext = z.object({
  versions: z.array(postVersion).describe("texts before edits, the latest first"),
  author: z.object({
    warnings: z.int(),
    mutedUntil: isoDate.nullable(),
    isBanned: z.boolean(),
  }),
})

/** Versions shown of one post. */
const MAX_VERSIONS = 50

export async function findModerationContext(
  id: string,
): Promise<z.output<typeof moderationContext> | null> {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const [author, versions] = await Promise.all([
    db
      .selectFrom("reef_post as post")
      .leftJoin("reef_member as member", "member.wallet", "post.wallet")
      .select(({ eb, fn, lit, ref }) => [
        fn.coalesce("member.warnings", lit(0)).as("warnings"),
        eb("member.banned_at", "is not", null).$castTo<boolean>().as("isBanned"),
        futureOrNull(ref("member.muted_until")).as("mutedUntil"),
      ])
      .where("post.id", "=", `${rowId}`)
      .executeTakeFirst(),
    db
      .selectFrom("reef_post_version")
      .select(["title", "body", "replaced_at as replacedAt"])
      .where("post_id", "=", `${rowId}`)
      .orderBy("id", "desc")
      .limit(MAX_VERSIONS)
      .execute(),
  ])
  return author ? { author, versions } : null
}
