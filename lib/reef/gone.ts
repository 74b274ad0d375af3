import { pool } from "@/lib/db/client"
import { opaqueId, rowOf } from "./ids"
import type { Gone } from "./thread"

/** The deleted comments of a post that were answered, so that the answers keep their place. */
export async function findGone(post: string): Promise<Gone[]> {
  const { rows } = await pool().query<Gone>(
    `select c.id::text, c.parent_id::text as "parentId" from reef_comment c
    where c.post_id = $1 and c.deleted_at is not null
      and exists (select 1 from reef_comment r where r.parent_id = c.id)`,
    [rowOf(post)],
  )
  return rows.map(({ id, parentId }) => ({
    id: opaqueId(id),
    parentId: parentId === null ? null : opaqueId(parentId),
  }))
}
