import { db } from "@/lib/db"
import {
  type AuthorKind,
  type FeedSection,
  type Period,
  type Section,
  type Sort,
  sections,
} from "@/lib/reef/words"
import { countPosts } from "./counts"
import { HOT_HOURS, hotness, hotSince } from "./math"
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
  const total = countPosts(wanted, since)
  const page = { sections: wanted, limit, offset }
  if (!since) return { ids: await walk(page, sort), total: await total }
  const ids = await findRanked(page, sort === "hot" ? byHotness(now) : byScore, since)
  return { ids, total: await total }
}

const HOUR_MS = 3_600_000
const HOURS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 }

function sinceOf(sort: Sort, period: Period, now: Date): Date | null {
  if (sort === "hot") return new Date(now.getTime() - HOT_HOURS * HOUR_MS)
  if (sort === "recent" || period === "all") return null
  return new Date(now.getTime() - HOURS[period] * HOUR_MS)
}

type Page = { sections: readonly Section[]; limit: number; offset: number }

/** Along the index in whose order the posts are asked for, section by section. */
async function walk({ sections: wanted, limit, offset }: Page, sort: Sort): Promise<string[]> {
  const score = sort === "top" ? "p.score desc, " : ""
  const order = `${score}p.created_at desc, p.id desc`
  const { rows } = await db().pool.query<{ id: string }>(
    `select p.id from unnest($1::text[]) as wanted (section)
    cross join lateral (
      select p.id, p.score, p.created_at from reef_post p
      where ${VISIBLE} and p.section = wanted.section order by ${order} limit $2
    ) p order by ${order} limit $3 offset $4`,
    [wanted, limit + offset, limit, offset],
  )
  return rows.map(({ id }) => id)
}

type Post = { id: string; score: number; createdAt: Date }
type Head = { section: Section; score: number; createdAt: Date }

/** `since`: the earliest a post of a score can have been written to be as good as this rank. */
type Ranking = {
  rank: (post: Omit<Post, "id">) => number
  since: (score: number, rank: number) => number
}

const byScore: Ranking = {
  rank: ({ score }) => score,
  since: (score, rank) => (score >= rank ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
}

const byHotness = (now: Date): Ranking => ({
  rank: ({ score, createdAt }) => hotness(score, createdAt.getTime(), now.getTime()),
  since: (score, rank) => hotSince(score, rank, now.getTime()) - ROUNDING_MS,
})

/** What doubles may lose on the way from a rank back to a time. */
const ROUNDING_MS = 1_000

/**
 * Posts since a moment in an order that no index has. Of posts with the same score the newer one stands
 * first, so the newest of each score are enough: the last of as many heads as are asked for is a rank that
 * the page's posts reach, and of each score only those are read that can reach it.
 */
async function findRanked(
  { sections: wanted, limit, offset }: Page,
  ranking: Ranking,
  since: Date,
) {
  const count = limit + offset
  const heads = (await findHeads(wanted, since)).map((head) => ({
    ...head,
    rank: ranking.rank(head),
  }))
  const ranks = heads.map(({ rank }) => rank).sort((one, other) => other - one)
  const least = ranks[count - 1] ?? Number.NEGATIVE_INFINITY
  const ranges = heads.flatMap(({ section, score, createdAt }) => {
    const from = Math.max(since.getTime(), ranking.since(score, least))
    return createdAt.getTime() >= from ? [{ section, score, from: new Date(from) }] : []
  })
  const posts = await findNewest(ranges, count)
  return posts
    .map((post) => ({ ...post, rank: ranking.rank(post) }))
    .sort((one, other) => other.rank - one.rank || newestFirst(one, other))
    .slice(offset, count)
    .map(({ id }) => id)
}

const newestFirst = (one: Post, other: Post) =>
  other.createdAt.getTime() - one.createdAt.getTime() || Number(BigInt(other.id) - BigInt(one.id))

/** The newest post of each score, found by leaping from score to score along the index. */
const HEADS = `
  with recursive head as (
    select wanted.section, p.score, p.created_at from unnest($1::text[]) as wanted (section)
    cross join lateral (
      select p.score, p.created_at from reef_post p
      where ${VISIBLE} and p.section = wanted.section
      order by p.score desc, p.created_at desc, p.id desc limit 1
    ) p
    union all
    select head.section, p.score, p.created_at from head
    cross join lateral (
      select p.score, p.created_at from reef_post p
      where ${VISIBLE} and p.section = head.section and p.score < head.score
      order by p.score desc, p.created_at desc, p.id desc limit 1
    ) p
  )
  select section, score, created_at as "createdAt" from head where created_at >= $2`

async function findHeads(wanted: readonly Section[], since: Date): Promise<Head[]> {
  const { rows } = await db().pool.query<Head>(HEADS, [wanted, since])
  return rows
}

type Range = { section: Section; score: number; from: Date }

const NEWEST = `
  select p.id, wanted.score, p.created_at as "createdAt"
  from unnest($1::text[], $2::int[], $3::timestamptz[]) as wanted (section, score, since)
  cross join lateral (
    select p.id, p.created_at from reef_post p
    where ${VISIBLE} and p.section = wanted.section and p.score = wanted.score
      and p.created_at >= wanted.since
    order by p.created_at desc, p.id desc limit $4
  ) p`

async function findNewest(ranges: readonly Range[], count: number): Promise<Post[]> {
  const { rows } = await db().pool.query<Post>(NEWEST, [
    ranges.map(({ section }) => section),
    ranges.map(({ score }) => score),
    ranges.map(({ from }) => from.toISOString()),
    count,
  ])
  return rows
}
