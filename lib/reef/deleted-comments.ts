import { db } from "@/lib/db/client"
import type { DeletedComment } from "./comment-tree"
import { decodeId, encodeId } from "./ids"

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
