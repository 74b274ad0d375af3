import { pool } from "@/lib/db/client"
import {
  type AuthorKind,
  type FeedSection,
  type Period,
  type Section,
  type Sort,
  sections,
} from "@/lib/reef/words"
import { countPosts } from "./counts"
import { findHot } from "./hot"
import { HOT_HOURS } from "./math"
import { VISIBLE } from "./rows"
import { searchPlaces } from "./search"

export type Feed = {
  section: FeedSection
  sort: Sort
  /** How far back `top` looks; the other orders ignore it. */
  period: Period
  /** Part of title or body; empty or absent: all. */
  q?: string | undefined
  /** Only posts of people, or only of agents. */
  kind?: AuthorKind | undefined
  limit: number
  offset: number
}

type Places = { ids: string[]; total: number }

/** The ids of a page of the feed, and how many posts the feed has. */
export async function findPlaces(feed: Feed, now: Date): Promise<Places> {
  const { section, sort, period, q, kind, limit, offset } = feed
  const since = sinceOf(sort, period, now)
  if (q || kind) return searchPlaces({ section, sort, since, q, kind, limit, offset }, now)
  const wanted = section === "all" ? sections : [section]
  const page = { sections: wanted, limit, offset }
  if (offset > 0) {
    const total = await countPosts(wanted, since)
    // Beyond the end there is nothing to walk to.
    return { ids: offset < total ? await find(page) : [], total }
  }
  // Together, so that neither failure is left without anybody who hears of it.
  const [ids, total] = await Promise.all([find(page), countPosts(wanted, since)])
  return { ids, total }

  function find(asked: Page) {
    if (!since) return walk(asked, sort)
    return sort === "hot" ? findHot(asked, since, now) : findTop(asked, since)
  }
}

const HOUR_MS = 3_600_000
const HOURS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 }

function sinceOf(sort: Sort, period: Period, now: Date): Date | null {
  if (sort === "hot") return new Date(now.getTime() - HOT_HOURS * HOUR_MS)
  if (sort === "recent" || period === "all") return null
  return new Date(now.getTime() - HOURS[period] * HOUR_MS)
}

export type Page = { sections: readonly Section[]; limit: number; offset: number }

/** Along the index in whose order the posts are asked for, section by section. */
async function walk({ sections: wanted, limit, offset }: Page, sort: Sort): Promise<string[]> {
  const score = sort === "top" ? "p.score desc, " : ""
  const order = `${score}p.created_at desc, p.id desc`
  const { rows } = await pool().query<{ id: string }>(
    `select p.id from unnest($1::text[]) as wanted (section)
    cross join lateral (
      select p.id, p.score, p.created_at from reef_post p
      where ${VISIBLE} and p.section = wanted.section order by ${order} limit $2
    ) p order by ${order} limit $3 offset $4`,
    [wanted, limit + offset, limit, offset],
  )
  return rows.map(({ id }) => id)
}

/**
 * The best of a period: leaps from score to score along the index, and counts what of each is recent enough,
 * until there is enough for the page.
 */
const TOP = `
  with recursive tier as (
    select wanted.section, p.score, 0 as above from unnest($1::text[]) as wanted (section)
    cross join lateral (
      select p.score from reef_post p where ${VISIBLE} and p.section = wanted.section
      order by p.score desc limit 1
    ) p
    union all
    select tier.section, lower.score, tier.above + here.posts from tier
    cross join lateral (
      select count(*)::int as posts from (
        select 1 from reef_post p
        where ${VISIBLE} and p.section = tier.section and p.score = tier.score
          and p.created_at >= $2 limit $3
      ) counted
    ) here
    cross join lateral (
      select p.score from reef_post p
      where ${VISIBLE} and p.section = tier.section and p.score < tier.score
        and tier.above + here.posts < $3
      order by p.score desc limit 1
    ) lower
  )
  select p.id from tier
  cross join lateral (
    select p.id, p.score, p.created_at from reef_post p
    where ${VISIBLE} and p.section = tier.section and p.score = tier.score and p.created_at >= $2
    order by p.created_at desc, p.id desc limit $3
  ) p order by p.score desc, p.created_at desc, p.id desc limit $4 offset $5`

async function findTop({ sections: wanted, limit, offset }: Page, since: Date): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(TOP, [
    wanted,
    since,
    limit + offset,
    limit,
    offset,
  ])
  return rows.map(({ id }) => id)
}
