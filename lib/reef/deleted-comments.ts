import { pool } from "@/lib/db/client"
import type { DeletedComment } from "./comment-tree"
import { decodeId, encodeId } from "./ids"

/** The deleted comments of a post that were answered, so that the answers keep their place. */
export async function findDeletedComments(postId: string): Promise<DeletedComment[]> {
  const { rows } = await pool().query<DeletedComment>(
    `select c.id::text, c.parent_id::text as "parentId" from reef_comment c
    where c.post_id = $1 and c.deleted_at is not null
      and exists (select 1 from reef_comment r where r.parent_id = c.id)`,
    [decodeId(postId)],
  )
  return rows.map(({ id, parentId }) => ({
    id: encodeId(id),
    parentId: parentId === null ? null : encodeId(parentId),
  }))
}
