import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { decodeId } from "@/lib/http/opaque-ids"

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

/** Locks a post that is not deleted; null when there is none. */
export async function lockPost(client: ClientBase, id: string) {
  const rowId = decodeId(id)
  return rowId === null ? null : lockPostByRowId(client, `${rowId}`)
}

export async function lockPostByRowId(client: ClientBase, rowId: string) {
  const post = await dbOn(client)
    .selectFrom("reef_post")
    .select([
      "id",
      "wallet",
      "section",
      "title",
      "body",
      "content_hash as contentHash",
      "hidden_by as hiddenBy",
      "report_count as reportCount",
      "is_flagged as isFlagged",
    ])
    // When the current text was written.
    .select(({ fn }) => fn.coalesce("edited_at", "created_at").as("writtenAt"))
    .where("id", "=", rowId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return post ?? null
}

/** Like `lockPost`, without hidden posts. */
export async function lockVisiblePost(client: ClientBase, id: string) {
  const post = await lockPost(client, id)
  return post?.hiddenBy === null ? post : null
}

/** Locks a comment that is not deleted, of a post that is not deleted; null when there is none. */
export async function lockComment(
  client: ClientBase,
  id: string,
  { inHidden }: { inHidden: boolean },
) {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const comment = await dbOn(client)
    .selectFrom("reef_comment as c")
    .innerJoin("reef_post as post", "post.id", "c.post_id")
    .select(["c.id", "c.post_id as postId", "c.wallet"])
    .where("c.id", "=", `${rowId}`)
    .where("c.deleted_at", "is", null)
    .where("post.deleted_at", "is", null)
    .$if(!inHidden, (query) => query.where("post.hidden_at", "is", null))
    .forNoKeyUpdate("c")
    .executeTakeFirst()
  return comment ?? null
}
