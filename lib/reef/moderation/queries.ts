import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/reef/ids"
import type { FlaggedPage, FlaggedPost, FlaggedQuery } from "./schema"

type FlaggedRow = Omit<FlaggedPost, "reports">
type Report = { postId: string; wallet: string; reason: string | null; createdAt: Date }

/** What `reef_post_reported_idx` holds. */
const HAS_OPEN_REPORTS = "p.report_count > 0 and p.deleted_at is null"

const FLAGGED_POSTS = `
  select p.id, p.wallet, p.section, p.title, p.body, p.score,
    p.hidden_at is not null as "isHidden", p.is_flagged as "isFlagged",
    p.created_at as "timestamp", p.report_count as "reportCount"
  from reef_post p where ${HAS_OPEN_REPORTS}
  order by p.report_count desc, p.created_at desc, p.id desc limit $1 offset $2`

/** GET /api/reef/admin/flagged: posts with open reports, the most reported first. */
export async function findFlaggedPosts({ limit, offset }: FlaggedQuery): Promise<FlaggedPage> {
  const [{ rows: posts }, counted] = await Promise.all([
    pool().query<FlaggedRow>(FLAGGED_POSTS, [limit, offset]),
    pool().query<{ total: number }>(
      `select count(*)::int as total from reef_post p where ${HAS_OPEN_REPORTS}`,
    ),
  ])
  const reports = await findOpenReports(posts.map(({ id }) => id))
  const data = posts.map((post) => ({
    ...post,
    id: encodeId(post.id),
    reports: reports.get(post.id) ?? [],
  }))
  return { data, pagination: { total: counted.rows[0]?.total ?? 0, limit, offset } }
}

/** The open reports by the row of their post. */
async function findOpenReports(postRowIds: readonly string[]) {
  const { rows } = await pool().query<Report>(
    `select post_id as "postId", wallet, reason, created_at as "createdAt" from reef_report
    where post_id = any($1::bigint[]) and closed_at is null order by created_at desc, wallet`,
    [postRowIds],
  )
  const byPost = new Map<string, Report[]>()
  for (const report of rows) {
    const list = byPost.get(report.postId) ?? []
    byPost.set(report.postId, [...list, { ...report, postId: encodeId(report.postId) }])
  }
  return byPost
}
