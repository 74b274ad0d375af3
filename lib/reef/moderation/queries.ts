import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { countRows } from "@/lib/reef/posts/rows"
import type { FlaggedPage, FlaggedQuery } from "./schema"

/** The rows of `reef_post_reported_idx`. */
const selectReportedPosts = () =>
  db
    .selectFrom("reef_post as post")
    .where("post.report_count", ">", sql.lit(0))
    .where("post.deleted_at", "is", null)

/** GET /api/reef/admin/flagged: posts with open reports, the most reported first. */
export async function findFlaggedPosts({ limit, offset }: FlaggedQuery): Promise<FlaggedPage> {
  const [posts, { total }] = await Promise.all([
    selectReportedPosts()
      .select([
        "post.id",
        "post.wallet",
        "post.section",
        "post.title",
        "post.body",
        "post.score",
        "post.hidden_at as hiddenAt",
        "post.is_flagged as isFlagged",
        "post.created_at as timestamp",
        "post.report_count as reportCount",
      ])
      .orderBy("post.report_count", "desc")
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    selectReportedPosts().select(countRows).executeTakeFirstOrThrow(),
  ])
  const reports = await findOpenReports(posts.map(({ id }) => id))
  const data = posts.map(({ hiddenAt, ...post }) => ({
    ...post,
    id: encodeId(post.id),
    isHidden: hiddenAt !== null,
    reports: reports.get(post.id) ?? [],
  }))
  return { data, pagination: { total, limit, offset } }
}

type Report = { postId: string; wallet: string; reason: string | null; createdAt: Date }

/** Row id of a post → its open reports, the latest first. */
async function findOpenReports(postRowIds: readonly string[]) {
  const byPost = new Map<string, Report[]>()
  if (postRowIds.length === 0) return byPost
  const reports = await db
    .selectFrom("reef_report")
    .select(["post_id as postId", "wallet", "reason", "created_at as createdAt"])
    .where("post_id", "in", postRowIds)
    .where("closed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("wallet")
    .execute()
  for (const report of reports) {
    const list = byPost.get(report.postId) ?? []
    byPost.set(report.postId, [...list, { ...report, postId: encodeId(report.postId) }])
  }
  return byPost
}
