import { pool } from "@/lib/db/client"
import {
  type AuthorKind,
  type FeedPeriod,
  type FeedSection,
  type FeedSort,
  type Section,
  sections,
} from "@/lib/reef/constants"
import { countPosts } from "./counts"
import { findHotPostIds } from "./hot"
import { HOT_WINDOW_HOURS } from "./math"
import { IS_VISIBLE } from "./rows"
import { searchPostIds } from "./search"

export type FeedOptions = {
  section: FeedSection
  sort: FeedSort
  /** How far back `top` looks; the other orders ignore it. */
  period: FeedPeriod
  /** Part of title or body; empty or absent: all. */
  q?: string | undefined
  /** Only posts of people, or only of agents. */
  kind?: AuthorKind | undefined
  limit: number
  offset: number
}

type FeedIds = { ids: string[]; total: number }

/** The ids of a page of the feed, and how many posts the feed has. */
export async function findFeedIds(feed: FeedOptions, now: Date): Promise<FeedIds> {
  const { section, sort, period, q, kind, limit, offset } = feed
  const since = toPeriodStart(sort, period, now)
  if (q || kind) return searchPostIds({ section, sort, since, q, kind, limit, offset }, now)
  const sectionList = section === "all" ? sections : [section]
  const page = { sections: sectionList, limit, offset }
  if (offset > 0) {
    const total = await countPosts(sectionList, since)
    // Beyond the end there is nothing to walk to.
    return { ids: offset < total ? await findIds(page) : [], total }
  }
  // Together, so that neither failure is left without anybody who hears of it.
  const [ids, total] = await Promise.all([findIds(page), countPosts(sectionList, since)])
  return { ids, total }

  function findIds(asked: SectionsPage) {
    if (!since) return findIdsByIndex(asked, sort)
    return sort === "hot" ? findHotPostIds(asked, since, now) : findTopPostIds(asked, since)
  }
}

const HOUR_MS = 3_600_000
const PERIOD_HOURS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 }

function toPeriodStart(sort: FeedSort, period: FeedPeriod, now: Date): Date | null {
  if (sort === "hot") return new Date(now.getTime() - HOT_WINDOW_HOURS * HOUR_MS)
  if (sort === "recent" || period === "all") return null
  return new Date(now.getTime() - PERIOD_HOURS[period] * HOUR_MS)
}

export type SectionsPage = { sections: readonly Section[]; limit: number; offset: number }

/** Along the index in whose order the posts are asked for, section by section. */
async function findIdsByIndex(
  { sections: wanted, limit, offset }: SectionsPage,
  sort: FeedSort,
): Promise<string[]> {
  const score = sort === "top" ? "p.score desc, " : ""
  const order = `${score}p.created_at desc, p.id desc`
  const { rows } = await pool().query<{ id: string }>(
    `select p.id from unnest($1::text[]) as wanted (section)
    cross join lateral (
      select p.id, p.score, p.created_at from reef_post p
      where ${IS_VISIBLE} and p.section = wanted.section order by ${order} limit $2
    ) p order by ${order} limit $3 offset $4`,
    [wanted, limit + offset, limit, offset],
  )
  return rows.map(({ id }) => id)
}

/**
 * The best of a period: leaps from score to score along the index, and counts what of each is recent enough,
 * until there is enough for the page.
 */
const TOP_POSTS = `
  with recursive tier as (
    select wanted.section, p.score, 0 as above from unnest($1::text[]) as wanted (section)
    cross join lateral (
      select p.score from reef_post p where ${IS_VISIBLE} and p.section = wanted.section
      order by p.score desc limit 1
    ) p
    union all
    select tier.section, lower.score, tier.above + here.posts from tier
    cross join lateral (
      select count(*)::int as posts from (
        select 1 from reef_post p
        where ${IS_VISIBLE} and p.section = tier.section and p.score = tier.score
          and p.created_at >= $2 limit $3
      ) counted
    ) here
    cross join lateral (
      select p.score from reef_post p
      where ${IS_VISIBLE} and p.section = tier.section and p.score < tier.score
        and tier.above + here.posts < $3
      order by p.score desc limit 1
    ) lower
  )
  select p.id from tier
  cross join lateral (
    select p.id, p.score, p.created_at from reef_post p
    where ${IS_VISIBLE} and p.section = tier.section and p.score = tier.score and p.created_at >= $2
    order by p.created_at desc, p.id desc limit $3
  ) p order by p.score desc, p.created_at desc, p.id desc limit $4 offset $5`

async function findTopPostIds(
  { sections: wanted, limit, offset }: SectionsPage,
  since: Date,
): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(TOP_POSTS, [
    wanted,
    since,
    limit + offset,
    limit,
    offset,
  ])
  return rows.map(({ id }) => id)
}
