import { prisma } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { reefPost } from "@/lib/reef/posts/schema"
import type { FlaggedPage, FlaggedQuery } from "./schema"

/** The rows of `reef_post_reported_idx`. */
const reported = { reportCount: { gt: 0 }, deletedAt: null }

/** GET /api/reef/admin/flagged: posts with open reports, the most reported first. */
export async function findFlaggedPosts({ limit, offset }: FlaggedQuery): Promise<FlaggedPage> {
  const [posts, total] = await Promise.all([
    prisma.reefPost.findMany({
      where: reported,
      include: {
        reports: {
          where: { closedAt: null },
          omit: { closedAt: true },
          orderBy: [{ createdAt: "desc" }, { wallet: "asc" }],
        },
      },
      orderBy: [{ reportCount: "desc" }, { createdAt: "desc" }, { id: "desc" }],
      take: limit,
      skip: offset,
    }),
    prisma.reefPost.count({ where: reported }),
  ])
  const data = posts.map(({ hiddenAt, createdAt, reports, ...post }) => ({
    ...post,
    id: encodeId(post.id),
    section: reefPost.shape.section.parse(post.section),
    isHidden: hiddenAt !== null,
    timestamp: createdAt,
    reports: reports.map((report) => ({ ...report, postId: encodeId(report.postId) })),
  }))
  return { data, pagination: { total, limit, offset } }
}
