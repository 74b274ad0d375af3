import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { withAuthors } from "@/lib/reef/posts/rows"
import type { ReefComment } from "./schema"
import type { DeletedComment } from "./tree"

const selectComments = statement({ postRowId: "bigint" }, ({ postRowId }) =>
  db
    .selectFrom("reef_comment")
    .select([
      "id",
      "wallet",
      "message",
      "score",
      "parent_id as parentId",
      "created_at as timestamp",
      "edited_at as editedAt",
    ])
    .where("post_id", "=", postRowId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id"),
)

/** The comments of a post that are not deleted, oldest first. */
export async function findComments(postRowId: string): Promise<ReefComment[]> {
  const rows = await selectComments({ postRowId })
  // In place, as there may be thousands.
  for (const row of rows) if (row.parentId !== null) row.parentId = encodeId(row.parentId)
  return withAuthors(rows)
}

/** The deleted comments of a post that have replies: the replies keep their place in the tree. */
export async function findDeletedComments(postId: string): Promise<DeletedComment[]> {
  const rowId = decodeId(postId)
  if (rowId === null) return []
  const rows = await db
    .selectFrom("reef_comment as c")
    .select(["c.id", "c.parent_id as parentId"])
    .where("c.post_id", "=", `${rowId}`)
    .where("c.deleted_at", "is not", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("reef_comment as reply")
          .select("reply.id")
          .whereRef("reply.parent_id", "=", "c.id"),
      ),
    )
    .execute()
  return rows.map(({ id, parentId }) => ({
    id: encodeId(id),
    parentId: parentId === null ? null : encodeId(parentId),
  }))
}
