import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/reef/ids"
import { withAuthors } from "@/lib/reef/posts/rows"
import type { ReefComment } from "./schema"

type CommentRow = {
  id: string
  wallet: string
  message: string
  score: number
  parentId: string | null
  timestamp: Date
  editedAt: Date | null
}

/** The live comments of a post, oldest first. */
export async function findComments(postRowId: bigint): Promise<ReefComment[]> {
  const { rows } = await pool().query<CommentRow>(
    `select id, wallet, message, score, parent_id as "parentId", created_at as "timestamp",
      edited_at as "editedAt"
    from reef_comment where post_id = $1 and deleted_at is null order by created_at, id`,
    [postRowId],
  )
  return withAuthors(rows.map(withEncodedParentId))
}

/** In place: there may be thousands. */
function withEncodedParentId(row: CommentRow): CommentRow {
  if (row.parentId !== null) row.parentId = encodeId(row.parentId)
  return row
}
