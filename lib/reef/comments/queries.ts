import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { encodeId } from "@/lib/reef/ids"
import { withAuthors } from "@/lib/reef/posts/rows"
import type { ReefComment } from "./schema"

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
