import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Section } from "@/lib/reef/constants"
import { anySection, countRows, selectVisiblePosts } from "./rows"

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The number of visible posts by section, in total or since a time. */
export async function countPosts(
  sections: readonly Section[],
  since: Date | null,
): Promise<number> {
  const [row] = since
    ? await countSince({
        sections,
        since,
        firstHour: ceilToSpan(since, HOUR_MS),
        firstDay: ceilToSpan(since, DAY_MS),
      })
    : await countAll({ sections })
  return row?.total ?? 0
}

const countAll = statement({ sections: "text[]" }, ({ sections }) =>
  selectStoredCounts(sections, "all")
    .select(({ ref }) => sql<number>`coalesce(sum(${ref("posts")}), 0)::int`.as("total"))
    .where("start", "=", sql<Date>`'epoch'`),
)

/** Counts the posts of the first, partial hour; whole hours and days have stored counts. */
const countSince = statement(
  { sections: "text[]", since: "timestamptz", firstHour: "timestamptz", firstDay: "timestamptz" },
  ({ sections, since, firstHour, firstDay }) => {
    const partialHour = selectVisiblePosts()
      .select(countRows)
      .where("post.section", "=", anySection(sections))
      .where("post.created_at", ">=", since)
      .where("post.created_at", "<", firstHour)
    const hours = selectStoredCounts(sections, "hour")
      .select(({ fn }) => fn.sum("posts").as("posts"))
      .where("start", ">=", firstHour)
      .where("start", "<", firstDay)
    const days = selectStoredCounts(sections, "day")
      .select(({ fn }) => fn.sum("posts").as("posts"))
      .where("start", ">=", firstDay)
    const total = sql<number>`(${partialHour} + coalesce(${hours}, 0) + coalesce(${days}, 0))::int`
    return db.selectNoFrom(total.as("total"))
  },
)

const selectStoredCounts = (
  sections: Expression<readonly string[]>,
  span: "all" | "day" | "hour",
) =>
  db
    .selectFrom("reef_post_count")
    .where("section", "=", anySection(sections))
    .where("span", "=", sql.lit(span))

/** The first start of an hour or UTC day at or after a time. */
const ceilToSpan = (time: Date, spanMs: number) =>
  new Date(Math.ceil(time.getTime() / spanMs) * spanMs)
