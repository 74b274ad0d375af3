import { notFound } from "@/lib/api/errors"
import { isAdmin } from "@/lib/auth/admins"
import { pool } from "@/lib/db/client"
import { findComments } from "@/lib/reef/comments/queries"
import type { FeedSection, HiddenBy } from "@/lib/reef/constants"
import { decodeId } from "@/lib/reef/ids"
import { type FeedOptions, findFeedIds } from "./feed"
import { findPostsByIds, IS_VISIBLE, POST_COLUMNS, type PostRow, withAuthors } from "./rows"
import type { HiddenPost, PostView, ReefPage, ReefPost } from "./schema"

/** GET /api/reef/feed, and the feed's page. */
export async function findFeed(query: FeedOptions, now = new Date()): Promise<ReefPage> {
  const { ids, total } = await findFeedIds(query, now)
  const data = await findPostsByIds(pool(), ids)
  return { data, pagination: { total, limit: query.limit, offset: query.offset } }
}

type WalletFeedOptions = { section?: FeedSection; limit: number; offset: number }

const BY_WALLET = `p.wallet = $1 and ${IS_VISIBLE} and ($2 = 'all' or p.section = $2)`

/** GET /api/reef/feed/{wallet}: a wallet's posts, newest first. */
export async function findWalletPosts(
  wallet: string,
  { section = "all", limit, offset }: WalletFeedOptions,
): Promise<ReefPage> {
  const [{ rows }, counted] = await Promise.all([
    pool().query<PostRow>(
      `select ${POST_COLUMNS} from (
        select p.id from reef_post p where ${BY_WALLET}
        order by p.created_at desc, p.id desc limit $3 offset $4
      ) found join reef_post p using (id) order by p.created_at desc, p.id desc`,
      [wallet, section, limit, offset],
    ),
    pool().query<{ total: number }>(
      `select count(*)::int as total from reef_post p where ${BY_WALLET}`,
      [wallet, section],
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { data: await withAuthors(rows), pagination: { total, limit, offset } }
}

const HIGHLIGHTS_FEED = { sort: "top", period: "24h", limit: 10, offset: 0 } as const

/** GET /api/reef/highlights: the posts of the last 24 hours with the most upvotes. */
export async function findHighlights(section: FeedSection, now = new Date()): Promise<ReefPost[]> {
  const { data } = await findFeed({ ...HIGHLIGHTS_FEED, section }, now)
  return data
}

/** GET /api/reef/post/{postId}: 404 for what is unknown, deleted or hidden. */
export async function getPost(id: string): Promise<PostView> {
  const row = decodeId(id)
  if (row === null) throw notFound("POST_NOT_FOUND")
  const [post, comments] = await Promise.all([findPost(id), findComments(row)])
  if (!post) throw notFound("POST_NOT_FOUND")
  return { post, comments }
}

/** A post alone; null for what is unknown, deleted or hidden. */
export async function findPost(id: string): Promise<ReefPost | null> {
  const { rows } = await pool().query<PostRow>(
    `select ${POST_COLUMNS} from reef_post p where p.id = $1 and ${IS_VISIBLE}`,
    [decodeId(id)],
  )
  const [post] = await withAuthors(rows)
  return post ?? null
}

type HiddenRow = PostRow & { hiddenBy: HiddenBy; reason: string | null }

/** A hidden post for its author, to whom it is said why, and for moderators; for nobody else. */
export async function findHiddenPost(id: string, wallet: string): Promise<HiddenPost | null> {
  const row = decodeId(id)
  if (row === null) return null
  const { rows } = await pool().query<HiddenRow>(
    `select ${POST_COLUMNS}, p.hidden_by as "hiddenBy", case when p.hidden_by = 'admin' then (
        select a.reason from reef_action a
        where a.post_id = p.id and a.action = 'hide_post' order by a.id desc limit 1
      ) end as reason
    from reef_post p
    where p.id = $1 and (p.wallet = $2 or $3) and p.deleted_at is null and p.hidden_at is not null`,
    [row, wallet, isAdmin(wallet)],
  )
  const [found] = rows
  if (!found) return null
  const { hiddenBy, reason, ...hidden } = found
  const [post] = await withAuthors([hidden])
  return post ? { post, hiddenBy, reason } : null
}
