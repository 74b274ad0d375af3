import { sql } from "kysely"
import { type Connection, dbOn, type Queries } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { logChange } from "@/lib/stream-log/change"
import { reefTopic } from "@/lib/stream-log/page-topics"

/** Open pages of more posts than this learn of the change by the feed's topic alone. */
const MAX_TOPICS = 50

/**
 * Removes what the wallet wrote in the Reef: texts, votes, open reports. Empty rows stay, so that threads keep their
 * order; so do hashes, cooldowns, quotas and restrictions, which a deletion must not undo.
 */
export async function removeReefContent(client: Connection, wallet: string) {
  const queries = dbOn(client)
  // One request of a wallet runs at a time, as everywhere in the Reef: first the member, then posts, then comments.
  await queries
    .selectFrom("reef_member")
    .select("wallet")
    .where("wallet", "=", wallet)
    .forUpdate()
    .execute()
  const touched = await lockPosts(queries, wallet)
  await lockComments(queries, wallet)
  const votes = await removeVotes(queries, wallet)
  const reports = await removeReports(queries, wallet)
  const comments = await emptyComments(queries, wallet)
  const posts = await emptyPosts(queries, wallet)
  if (touched.length > 0) {
    const topics = touched.slice(0, MAX_TOPICS).map((id) => reefTopic(encodeId(id)))
    await logChange(queries, { topics: [reefTopic(), ...topics] })
  }
  return { posts, comments, votes, reports }
}

/** All posts that change, in one order for everybody. */
async function lockPosts(queries: Queries, wallet: string) {
  const own = queries.selectFrom("reef_post").select("id").where("wallet", "=", wallet)
  const ids = own
    .union(queries.selectFrom("reef_comment").select("post_id as id").where("wallet", "=", wallet))
    .union(
      queries.selectFrom("reef_post_vote").select("post_id as id").where("wallet", "=", wallet),
    )
    .union(queries.selectFrom("reef_report").select("post_id as id").where("wallet", "=", wallet))
  const rows = await queries
    .selectFrom("reef_post")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function lockComments(queries: Queries, wallet: string) {
  const votes = queries
    .selectFrom("reef_comment_vote")
    .select("comment_id")
    .where("wallet", "=", wallet)
  await queries
    .selectFrom("reef_comment")
    .select("id")
    .where(({ or, eb }) => or([eb("wallet", "=", wallet), eb("id", "in", votes)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
}

async function removeVotes(queries: Queries, wallet: string) {
  const ofPosts = await queries
    .with("removed", (from) =>
      from.deleteFrom("reef_post_vote").where("wallet", "=", wallet).returning("post_id"),
    )
    .updateTable("reef_post")
    .from("removed")
    .set(({ eb }) => ({ score: eb("score", "-", 1) }))
    .whereRef("reef_post.id", "=", "removed.post_id")
    .executeTakeFirst()
  const ofComments = await queries
    .with("removed", (from) =>
      from.deleteFrom("reef_comment_vote").where("wallet", "=", wallet).returning("comment_id"),
    )
    .updateTable("reef_comment")
    .from("removed")
    .set(({ eb }) => ({ score: eb("score", "-", 1) }))
    .whereRef("reef_comment.id", "=", "removed.comment_id")
    .executeTakeFirst()
  return Number(ofPosts.numUpdatedRows + ofComments.numUpdatedRows)
}

/** A closed report keeps its author from reporting the post again; only its text goes. */
async function removeReports(queries: Queries, wallet: string) {
  const open = await queries
    .with("removed", (from) =>
      from
        .deleteFrom("reef_report")
        .where("wallet", "=", wallet)
        .where("closed_at", "is", null)
        .returning("post_id"),
    )
    .updateTable("reef_post")
    .from("removed")
    .set({ report_count: sql<number>`greatest(report_count - 1, 0)` })
    .whereRef("reef_post.id", "=", "removed.post_id")
    .executeTakeFirst()
  const closed = await queries
    .updateTable("reef_report")
    .set({ reason: null })
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(open.numUpdatedRows + closed.numUpdatedRows)
}

const DELETED = { deleted_at: sql<Date>`coalesce(deleted_at, clock_timestamp())` }

async function emptyComments(queries: Queries, wallet: string) {
  const visible = queries
    .selectFrom("reef_comment")
    .select(["post_id", sql<number>`count(*)::int`.as("comments")])
    .where("wallet", "=", wallet)
    .where("deleted_at", "is", null)
    .groupBy("post_id")
  await queries
    .updateTable("reef_post")
    .from(visible.as("visible"))
    .set(({ ref }) => ({
      comment_count: sql<number>`${ref("reef_post.comment_count")} - ${ref("visible.comments")}`,
    }))
    .whereRef("reef_post.id", "=", "visible.post_id")
    .execute()
  const emptied = await queries
    .updateTable("reef_comment")
    .set({ message: "", ...DELETED })
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(emptied.numUpdatedRows)
}

async function emptyPosts(queries: Queries, wallet: string) {
  const own = queries.selectFrom("reef_post").select("id").where("wallet", "=", wallet)
  await queries
    .updateTable("reef_post_version")
    .set({ title: "", body: null })
    .where("post_id", "in", own)
    .execute()
  const emptied = await queries
    .updateTable("reef_post")
    .set({ title: "", body: null, ...DELETED })
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(emptied.numUpdatedRows)
}
