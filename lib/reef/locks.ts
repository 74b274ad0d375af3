import type { ClientBase } from "pg"
import type { HiddenBy, Section } from "./constants"
import { decodeId } from "./ids"

export type LockedPost = {
  id: string
  wallet: string
  section: Section
  title: string
  body: string | null
  contentHash: Buffer
  /** When the present text was written. */
  writtenAt: Date
  hiddenBy: HiddenBy | null
  reportCount: number
  isFlagged: boolean
}

/** Locks a post that is not deleted; null when there is none. */
export async function lockPost(client: ClientBase, id: string): Promise<LockedPost | null> {
  const rowId = decodeId(id)
  return rowId === null ? null : lockPostByRowId(client, rowId)
}

export async function lockPostByRowId(
  client: ClientBase,
  rowId: bigint | string,
): Promise<LockedPost | null> {
  const { rows } = await client.query<LockedPost>(
    `select id, wallet, section, title, body, content_hash as "contentHash",
      coalesce(edited_at, created_at) as "writtenAt", hidden_by as "hiddenBy",
      report_count as "reportCount", is_flagged as "isFlagged"
    from reef_post where id = $1 and deleted_at is null for no key update`,
    [rowId],
  )
  return rows[0] ?? null
}

/** As lockPost, without those that are hidden. */
export async function lockVisiblePost(client: ClientBase, id: string) {
  const post = await lockPost(client, id)
  return post?.hiddenBy === null ? post : null
}

export type LockedComment = { id: string; postId: string; wallet: string }

/** Locks a live comment of a post that is not deleted; null when there is none. */
export async function lockComment(
  client: ClientBase,
  id: string,
  { inHidden }: { inHidden: boolean },
): Promise<LockedComment | null> {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const { rows } = await client.query<LockedComment>(
    `select c.id, c.post_id as "postId", c.wallet
    from reef_comment c join reef_post p on p.id = c.post_id
    where c.id = $1 and c.deleted_at is null and p.deleted_at is null
      and ($2 or p.hidden_at is null) for no key update of c`,
    [rowId, inHidden],
  )
  return rows[0] ?? null
}
