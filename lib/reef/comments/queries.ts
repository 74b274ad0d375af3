import { pool } from "@/lib/db/client"
import { opaqueId } from "@/lib/reef/ids"
import { withAuthors } from "@/lib/reef/posts/rows"
import type { ReefComment } from "./schema"

type Row = {
  id: string
  wallet: string
  message: string
  score: number
  parentId: string | null
  timestamp: Date
  editedAt: Date | null
}

/** The live comments of a post, oldest first. */
export async function findComments(post: bigint): Promise<ReefComment[]> {
  const { rows } = await pool().query<Row>(
    `select id, wallet, message, score, parent_id as "parentId", created_at as "timestamp",
      edited_at as "editedAt"
    from reef_comment where post_id = $1 and deleted_at is null order by created_at, id`,
    [post],
  )
  return withAuthors(rows.map(named))
}

/** In place: there may be thousands. */
function named(row: Row): Row {
  if (row.parentId !== null) row.parentId = opaqueId(row.parentId)
  return row
}
