import { pool } from "@/lib/db/client"
import type { Section } from "@/lib/reef/constants"
import type { SectionsPage } from "./feed"
import { computeHotness, findEarliestTime, hotnessSql } from "./math"
import { IS_VISIBLE } from "./rows"

type Post = { id: string; score: number; createdAt: Date }
type ScoreHead = { section: Section; score: number; createdAt: Date }

/** From this place on it costs less to rank all posts than to look for the best of each score. */
const RANK_ALL_FROM_OFFSET = 200

/** Posts since a moment, the hottest first, an order that no index has. */
export function findHotPostIds(page: SectionsPage, since: Date, now: Date): Promise<string[]> {
  return page.offset + page.limit > RANK_ALL_FROM_OFFSET
    ? rankAllPosts(page, since, now)
    : findHottestByScore(page, since, now)
}

const RANKED_POSTS = `
  select p.id from reef_post p
  where ${IS_VISIBLE} and p.section = any($1) and p.created_at >= $2
  order by ${hotnessSql("$3")} desc, p.created_at desc, p.id desc limit $4 offset $5`

async function rankAllPosts({ sections, limit, offset }: SectionsPage, since: Date, now: Date) {
  const { rows } = await pool().query<{ id: string }>(RANKED_POSTS, [
    sections,
    since,
    now,
    limit,
    offset,
  ])
  return rows.map(({ id }) => id)
}

/**
 * Of posts with the same score the newer
 * one is hotter, so the newest of each score are enough: the last of as many heads as are asked for is as hot
 * as the page's posts are at least, and of each score only those are read that can be so hot.
 */
async function findHottestByScore(
  { sections, limit, offset }: SectionsPage,
  since: Date,
  now: Date,
) {
  const count = limit + offset
  const heads = await findScoreHeads(sections, { since, now, count })
  const minHotness = findMinHotness(heads, count, now)
  const ranges = heads.flatMap(({ section, score, createdAt }) => {
    const earliest = findEarliestTime(score, minHotness, now.getTime()) - ROUNDING_MS
    const from = Math.max(since.getTime(), earliest)
    return createdAt.getTime() >= from ? [{ section, score, from: new Date(from) }] : []
  })
  const posts = await findNewestInRanges(ranges, count)
  return posts
    .map((post) => ({ ...post, hotness: computePostHotness(post, now) }))
    .sort((one, other) => other.hotness - one.hotness || compareNewestFirst(one, other))
    .slice(offset, count)
    .map(({ id }) => id)
}

/** What doubles may lose on the way from a rank back to a time. */
const ROUNDING_MS = 1_000

const computePostHotness = ({ score, createdAt }: Omit<Post, "id">, now: Date) =>
  computeHotness(score, createdAt.getTime(), now.getTime())

/** The hotness that so many of them reach; nothing is asked while there are fewer. */
function findMinHotness(heads: readonly ScoreHead[], count: number, now: Date): number {
  const ranks = heads.map((head) => computePostHotness(head, now)).sort((one, other) => other - one)
  return ranks[count - 1] ?? Number.NEGATIVE_INFINITY
}

const compareNewestFirst = (one: Post, other: Post) =>
  other.createdAt.getTime() - one.createdAt.getTime() || Number(BigInt(other.id) - BigInt(one.id))

/** Scores read at once, from the highest down. */
const MAX_SCORES_PER_SCAN = 64

/** The newest post of each score below those given, found by leaping from score to score along the index. */
const SCORE_HEADS = `
  with recursive head as (
    select wanted.section, p.score, p.created_at, 1 as leaps
    from unnest($1::text[], $2::bigint[]) as wanted (section, below)
    cross join lateral (
      select p.score, p.created_at from reef_post p
      where ${IS_VISIBLE} and p.section = wanted.section and p.score < wanted.below
      order by p.score desc, p.created_at desc, p.id desc limit 1
    ) p
    union all
    select head.section, p.score, p.created_at, head.leaps + 1 from head
    cross join lateral (
      select p.score, p.created_at from reef_post p
      where ${IS_VISIBLE} and p.section = head.section and p.score < head.score
        and head.leaps < ${MAX_SCORES_PER_SCAN}
      order by p.score desc, p.created_at desc, p.id desc limit 1
    ) p
  )
  select section, score, created_at as "createdAt" from head`

const ABOVE_ANY_SCORE = 2 ** 31

/** The heads since a moment, down to the score with which not even a post of this very moment were hot enough. */
async function findScoreHeads(
  sections: readonly Section[],
  { since, now, count }: { since: Date; now: Date; count: number },
): Promise<ScoreHead[]> {
  const heads: ScoreHead[] = []
  let pending = sections.map((section) => ({ section, below: ABOVE_ANY_SCORE }))
  while (pending.length > 0) {
    const { rows } = await pool().query<ScoreHead>(SCORE_HEADS, [
      pending.map(({ section }) => section),
      pending.map(({ below }) => below),
    ])
    heads.push(...rows.filter(({ createdAt }) => createdAt >= since))
    const minHotness = findMinHotness(heads, count, now)
    pending = pending.flatMap(({ section }) => {
      const found = rows.filter((head) => head.section === section)
      const below = Math.min(...found.map(({ score }) => score))
      const isDone =
        found.length < MAX_SCORES_PER_SCAN ||
        computeHotness(below, now.getTime(), now.getTime()) < minHotness
      return isDone ? [] : [{ section, below }]
    })
  }
  return heads
}

type ScoreRange = { section: Section; score: number; from: Date }

const NEWEST_IN_RANGES = `
  select p.id, wanted.score, p.created_at as "createdAt"
  from unnest($1::text[], $2::int[], $3::timestamptz[]) as wanted (section, score, since)
  cross join lateral (
    select p.id, p.created_at from reef_post p
    where ${IS_VISIBLE} and p.section = wanted.section and p.score = wanted.score
      and p.created_at >= wanted.since
    order by p.created_at desc, p.id desc limit $4
  ) p`

async function findNewestInRanges(ranges: readonly ScoreRange[], count: number): Promise<Post[]> {
  const { rows } = await pool().query<Post>(NEWEST_IN_RANGES, [
    ranges.map(({ section }) => section),
    ranges.map(({ score }) => score),
    ranges.map(({ from }) => from.toISOString()),
    count,
  ])
  return rows
}
