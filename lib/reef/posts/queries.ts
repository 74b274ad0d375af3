import { sql } from "kysely"
import { isAdmin } from "@/lib/auth/caller"
import { db, prisma } from "@/lib/db/client"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import { notFound } from "@/lib/http/errors"
import { decodeId } from "@/lib/http/opaque-ids"
import { findComments } from "@/lib/reef/comments/queries"
import type { FeedSection, Section } from "@/lib/reef/constants"
import { type FeedOptions, findFeedIds } from "./feed"
import { countRows, findPostsByIds, POST_COLUMNS, selectVisiblePosts, withAuthors } from "./rows"
import type { PostView, ReefPage, ReefPost } from "./schema"

/** GET /api/reef/feed, and the feed's page. */
export async function findFeed(query: FeedOptions, now = new Date()): Promise<ReefPage> {
  const { ids, total } = await findFeedIds(query, now)
  const data = await findPostsByIds(ids)
  return { data, pagination: { total, limit: query.limit, offset: query.offset } }
}

type WalletFeedOptions = { section?: FeedSection; limit: number; offset: number }

const ofWallet = {
  wallet: "text",
  /** Null: all sections. */
  section: constant<Section | null>(),
} as const

function selectOfWallet({ wallet, section }: Placeholders<typeof ofWallet>) {
  const posts = selectVisiblePosts().where("post.wallet", "=", wallet)
  return section ? posts.where("post.section", "=", sql.lit(section)) : posts
}

const selectWalletPage = statement(
  { ...ofWallet, limit: "integer", offset: "integer" },
  ({ limit, offset, ...placeholders }) => {
    const page = selectOfWallet(placeholders)
      .select("post.id")
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
      .limit(limit)
      .offset(offset)
    return db
      .selectFrom(page.as("found"))
      .innerJoin("reef_post as post", "post.id", "found.id")
      .select(POST_COLUMNS)
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
  },
)

const selectWalletTotal = statement(ofWallet, (placeholders) =>
  selectOfWallet(placeholders).select(countRows),
)

/** GET /api/reef/feed/{wallet}: a wallet's posts, newest first. */
export async function findWalletPosts(
  wallet: string,
  { section: requested = "all", limit, offset }: WalletFeedOptions,
): Promise<ReefPage> {
  const section = requested === "all" ? null : requested
  const [rows, [counted]] = await Promise.all([
    selectWalletPage({ wallet, section, limit, offset }),
    selectWalletTotal({ wallet, section }),
  ])
  const pagination = { total: counted?.total ?? 0, limit, offset }
  return { data: await withAuthors(rows), pagination }
}

const HIGHLIGHTS_FEED = { sort: "top", period: "24h", limit: 10, offset: 0 } as const

/** GET /api/reef/highlights: the posts of the last 24 hours with the most upvotes. */
export async function findHighlights(section: FeedSection, now = new Date()): Promise<ReefPost[]> {
  const { data } = await findFeed({ ...HIGHLIGHTS_FEED, section }, now)
  return data
}

/** GET /api/reef/post/{postId}: 404 for an unknown, deleted or hidden post. */
export async function getPost(id: string): Promise<PostView> {
  const rowId = decodeId(id)
  if (rowId === null) throw notFound("POST_NOT_FOUND")
  const [post, comments] = await Promise.all([findPost(id), findComments(rowId)])
  if (!post) throw notFound("POST_NOT_FOUND")
  return { post, comments }
}

/** A post without its comments; null for an unknown, deleted or hidden post. */
export async function findPost(id: string): Promise<ReefPost | null> {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const [post] = await withAuthors(await selectPost({ rowId: `${rowId}` }))
  return post ?? null
}

const selectPost = statement({ rowId: "bigint" }, ({ rowId }) =>
  selectVisiblePosts().select(POST_COLUMNS).where("post.id", "=", rowId),
)

/** Posts by row id, in the form of lists; deleted and hidden ones are left out. */
export async function findPostRows(ids: readonly string[]): Promise<Map<string, ReefPost>> {
  if (ids.length === 0) return new Map()
  const rows = await selectVisibleByIds({ ids })
  const posts = await withAuthors(rows)
  return new Map(posts.map((post, at) => [rows[at]?.id ?? "", post]))
}

const selectVisibleByIds = statement({ ids: "bigint[]" }, ({ ids }) =>
  selectVisiblePosts()
    .select(POST_COLUMNS)
    .where(({ ref }) => sql<boolean>`${ref("post.id")} = any(${ids})`),
)

/** A hidden post with the moderator's reason, for its author and for moderators; null for others. */
export async function findHiddenPost(id: string, wallet: string) {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const hidden = await prisma.reefPost.findUnique({
    where: {
      ...{ id: rowId, deletedAt: null, hiddenAt: { not: null } },
      ...(!isAdmin(wallet) && { wallet }),
    },
    select: { hiddenBy: true },
  })
  if (!hidden) return null
  const [reason, [post]] = await Promise.all([
    hidden.hiddenBy === "admin" ? findReason(rowId) : null,
    findPostsByIds([`${rowId}`]),
  ])
  const hiddenBy = hidden.hiddenBy === "admin" ? ("admin" as const) : ("reports" as const)
  return post ? { post, hiddenBy, reason } : null
}

/** Why an admin has hidden the post. */
async function findReason(postId: bigint) {
  const action = await prisma.reefAction.findFirst({
    where: { postId, action: "hide_post" },
    select: { reason: true },
    orderBy: { id: "desc" },
  })
  return action?.reason ?? null
}
