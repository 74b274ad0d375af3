import { sql } from "kysely"
import { type Connection, dbOn } from "@/lib/db/client"

/** Each counter, and the count it must equal. */
const inconsistencies = sql<{ what: string; id: string }>`
  select 'score of post' as what, id from reef_post p
    where score <> (select count(*) from reef_post_vote where post_id = p.id)
  union all select 'comments of post', id from reef_post p
    where comment_count <>
      (select count(*) from reef_comment where post_id = p.id and deleted_at is null)
  union all select 'reports of post', id from reef_post p
    where report_count <>
      (select count(*) from reef_report where post_id = p.id and closed_at is null)
  union all select 'score of comment', id from reef_comment c
    where score <> (select count(*) from reef_comment_vote where comment_id = c.id)
  union all select 'depth of comment', c.id from reef_comment c
    left join reef_comment parent on parent.id = c.parent_id
    where c.depth <> coalesce(parent.depth + 1, 0) or c.post_id <> coalesce(parent.post_id, c.post_id)
      or c.created_at < parent.created_at or c.id < parent.id
  union all select 'time of comment', c.id from reef_comment c
    join reef_post p on p.id = c.post_id where c.created_at < p.created_at
  union all select 'posts of section ' || section, 0 from reef_post_count counted
    where span = 'all' and posts <> (select count(*) from reef_post p
      where p.section = counted.section and p.deleted_at is null and p.hidden_at is null)`

/**
 * Fails unless every counter of the Reef equals the rows it counts, and every reply is later than the comment it
 * answers.
 */
export async function checkReefCounts(client: Connection): Promise<void> {
  const { rows } = await inconsistencies.execute(dbOn(client))
  if (rows.length === 0) return
  const faults = rows.map(({ what, id }) => `${what} ${id}`)
  throw new Error(`The Reef's counters are wrong: ${faults.slice(0, 10).join(", ")}`)
}
