import { db, prisma } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { withAuthors } from "@/lib/reef/posts/rows"
import type { ReefComment } from "./schema"
import type { DeletedComment } from "./tree"

const selectComments = statement({ postId: "bigint" }, ({ postId }) =>
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
    .where("post_id", "=", postId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id"),
)

/** The comments of a post that are not deleted, oldest first. */
export async function findComments(postId: bigint): Promise<ReefComment[]> {
  const rows = await selectComments({ postId: `${postId}` })
  // In place, as there may be thousands.
  for (const row of rows) if (row.parentId !== null) row.parentId = encodeId(row.parentId)
  return withAuthors(rows)
}

/** The deleted comments of a post that have replies: the replies keep their place in the tree. */
export async function findDeletedComments(id: string): Promise<DeletedComment[]> {
  const postId = decodeId(id)
  if (postId === null) return []
  const rows = await prisma.reefComment.findMany({
    where: { postId, deletedAt: { not: null }, replies: { some: {} } },
    select: { id: true, parentId: true },
  })
  return rows.map(({ id, parentId }) => ({
    id: encodeId(id),
    parentId: parentId === null ? null : encodeId(parentId),
  }))
}
