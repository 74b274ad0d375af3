import { pool } from "@/lib/db/client"
import type { Section } from "@/lib/reef/constants"
import { IS_VISIBLE } from "./rows"

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** How many posts the sections show, of all times or since a moment. */
export async function countPosts(
  sections: readonly Section[],
  since: Date | null,
): Promise<number> {
  const { rows } = await pool().query<{ total: number }>(
    since
      ? { text: COUNT_SINCE, values: [sections, ...toRangeBounds(since)] }
      : { text: COUNT_ALL, values: [sections] },
  )
  return rows[0]?.total ?? 0
}

const COUNT_ALL = `
  select coalesce(sum(posts), 0)::int as total from reef_post_count
  where section = any($1) and span = 'all' and start = 'epoch'`

/** The rest of the first hour is counted, the whole hours of the first day and the days after it are known. */
const COUNT_SINCE = `
  select (
    (select count(*) from reef_post p
      where ${IS_VISIBLE} and p.section = any($1) and p.created_at >= $2 and p.created_at < $3)
    + coalesce((select sum(posts) from reef_post_count
      where section = any($1) and span = 'hour' and start >= $3 and start < $4), 0)
    + coalesce((select sum(posts) from reef_post_count
      where section = any($1) and span = 'day' and start >= $4), 0)
  )::int as total`

const toRangeBounds = (since: Date) => [
  since,
  ceilToSpan(since, HOUR_MS),
  ceilToSpan(since, DAY_MS),
]

/** The first beginning of an hour or UTC day that is not before. */
const ceilToSpan = (time: Date, spanMs: number) =>
  new Date(Math.ceil(time.getTime() / spanMs) * spanMs)
