import { sql } from "kysely"
import type { Queries } from "@/lib/db/client"
import { logChange } from "@/lib/stream-log/change"

/** Empties the comments of an author. Each still uses its trade, so the rows stay. */
export async function removeComments(queries: Queries, author: string): Promise<number> {
  const listed = queries
    .selectFrom("comment")
    .select(["project_id", sql<number>`count(*)::int`.as("comments")])
    .where("author", "=", author)
    .where("deleted_at", "is", null)
    .where("suppressed_at", "is", null)
    .groupBy("project_id")
  const projects = await queries
    .updateTable("project")
    .from(listed.as("listed"))
    .set(({ ref }) => ({
      comment_count: sql<number>`${ref("project.comment_count")} - ${ref("listed.comments")}`,
    }))
    .whereRef("project.id", "=", "listed.project_id")
    .returning("project.address")
    .execute()
  const emptied = await queries
    .updateTable("comment")
    .set({ content: "", deleted_at: sql<Date>`coalesce(deleted_at, now())` })
    .where("author", "=", author)
    .executeTakeFirst()
  if (projects.length > 0) {
    const topics = projects.map(({ address }) => address)
    await logChange(queries, { topics })
  }
  return Number(emptied.numUpdatedRows)
}
