import { z } from "zod"
import { feedPage, feedQuery } from "@/lib/api/pagination"
import { isoDate } from "@/lib/api/wire"
import { pool } from "@/lib/db/client"
import { decodeId, encodeId, reefId } from "@/lib/reef/ids"

const logEntry = z.object({
  id: z.string(),
  /** An action of the API, or `delete_post` and `delete_comment`. */
  action: z.string(),
  admin: z.string(),
  wallet: z.string().nullable().describe("whom it concerns"),
  muteMinutes: z.int().nullable(),
  reason: z.string().nullable(),
  createdAt: isoDate,
  post: z
    .object({ id: reefId, title: z.string(), isHidden: z.boolean(), isDeleted: z.boolean() })
    .nullable(),
})

type LogEntry = z.output<typeof logEntry>

export const moderationLogQuery = feedQuery
export const moderationLogPage = feedPage(logEntry)

type LogRow = Omit<LogEntry, "post"> & {
  postId: string | null
  title: string
  isHidden: boolean
  isDeleted: boolean
}

/** What moderators decided, the newest first. */
export async function findModerationLog({ limit, offset }: z.output<typeof moderationLogQuery>) {
  const [{ rows }, counted] = await Promise.all([
    pool().query<LogRow>(
      `select a.id::text, a.action, a.admin, a.wallet, a.mute_minutes as "muteMinutes", a.reason,
        a.created_at as "createdAt", p.id as "postId", p.title,
        p.hidden_at is not null as "isHidden", p.deleted_at is not null as "isDeleted"
      from reef_action a left join reef_post p on p.id = a.post_id
      order by a.id desc limit $1 offset $2`,
      [limit, offset],
    ),
    pool().query<{ total: number }>("select count(*)::int as total from reef_action"),
  ])
  const data = rows.map(
    ({ postId, title, isHidden, isDeleted, ...rest }): LogEntry => ({
      ...rest,
      post: postId === null ? null : { id: encodeId(postId), title, isHidden, isDeleted },
    }),
  )
  return { data, pagination: { total: counted.rows[0]?.total ?? 0, limit, offset } }
}

const postVersion = z.object({
  title: z.string(),
  body: z.string().nullable(),
  replacedAt: isoDate,
})

/** What moderators should know before they decide about a post. */
export const moderationContext = z.object({
  versions: z.array(postVersion).describe("what it said before its edits, the latest first"),
  author: z.object({
    warnings: z.int(),
    mutedUntil: isoDate.nullable(),
    isBanned: z.boolean(),
  }),
})

type AuthorState = z.output<typeof moderationContext>["author"]

/** Edits shown of one post. */
const MAX_VERSIONS = 50

export async function findModerationContext(
  id: string,
): Promise<z.output<typeof moderationContext> | null> {
  const row = decodeId(id)
  const [author, versions] = await Promise.all([
    pool().query<AuthorState>(
      `select coalesce(m.warnings, 0) as warnings, coalesce(m.banned_at is not null, false) as "isBanned",
        case when m.muted_until > now() then m.muted_until end as "mutedUntil"
      from reef_post p left join reef_member m on m.wallet = p.wallet where p.id = $1`,
      [row],
    ),
    pool().query<z.output<typeof postVersion>>(
      `select title, body, replaced_at as "replacedAt" from reef_post_version
      where post_id = $1 order by id desc limit ${MAX_VERSIONS}`,
      [row],
    ),
  ])
  const [found] = author.rows
  return found ? { author: found, versions: versions.rows } : null
}
