import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Section } from "@/lib/reef/constants"
import { AGE_OFFSET_HOURS, computeHotness, findEarliestTime, GRAVITY } from "./hotness"
import { anySection, selectVisiblePosts } from "./rows"

export type SectionsPage = { sections: readonly Section[]; limit: number; offset: number }

/** `computeHotness` in SQL. */
export const hotnessSql = (
  score: Expression<number>,
  createdAt: Expression<Date>,
  now: Expression<Date>,
) =>
  sql<number>`${score} / power(
    greatest(extract(epoch from ${now} - ${createdAt}), 0)::float8 / 3600
    + ${sql.lit(AGE_OFFSET_HOURS)}, ${sql.lit(GRAVITY)})`

type Post = { id: string; score: number; createdAt: Date }

/** The newest post of a section with a score. */
type ScoreHead = { section: Section; score: number; createdAt: Date }

/** Further down the list it is cheaper to rank all posts than to read the newest posts of each score. */
const RANK_ALL_FROM_OFFSET = 200

/** Row ids of the posts since a time, the hottest first. No index has this order. */
export function findHotPostIds(page: SectionsPage, since: Date, now: Date): Promise<string[]> {
  return page.offset + page.limit > RANK_ALL_FROM_OFFSET
    ? rankAllPosts(page, since, now)
    : findHottestByScore(page, since, now)
}

async function rankAllPosts({ sections, limit, offset }: SectionsPage, since: Date, now: Date) {
  const rows = await selectRankedPosts({ sections, since, now, limit, offset })
  return rows.map(({ id }) => id)
}

const selectRankedPosts = statement(
  {
    sections: "text[]",
    since: "timestamptz",
    now: "timestamptz",
    limit: "integer",
    offset: "integer",
  },
  ({ sections, since, now, limit, offset }) =>
    selectVisiblePosts()
      .select("post.id")
      .where("post.section", "=", anySection(sections))
      .where("post.created_at", ">=", since)
      .orderBy(({ ref }) => hotnessSql(ref("post.score"), ref("post.created_at"), now), "desc")
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
      .limit(limit)
      .offset(offset),
)

/**
 * Of two posts with the same score the newer one is hotter. So the newest post of each score (its head) gives a lower
 * bound for the page: the hotness of the last of as many heads as the page needs. Only posts young enough to reach
 * that bound are read for each score.
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

/** Floating-point error of computing a time from a hotness. */
const ROUNDING_MS = 1_000

const computePostHotness = ({ score, createdAt }: Omit<Post, "id">, now: Date) =>
  computeHotness(score, createdAt.getTime(), now.getTime())

/** The hotness that `count` of the heads reach; minus infinity while there are fewer. */
function findMinHotness(heads: readonly ScoreHead[], count: number, now: Date): number {
  const ranks = heads.map((head) => computePostHotness(head, now)).sort((a, b) => b - a)
  return ranks[count - 1] ?? Number.NEGATIVE_INFINITY
}

const compareNewestFirst = (one: Post, other: Post) =>
  other.createdAt.getTime() - one.createdAt.getTime() || Number(BigInt(other.id) - BigInt(one.id))

/** Scores read by one query, from the highest down. */
const MAX_SCORES_PER_SCAN = 64

const ABOVE_ANY_SCORE = 2 ** 31

type Below = { section: Section; below: number }

/** Skip scan: the newest post of each score below the given ones, one index lookup per score. */
const selectScoreHeads = statement({ sections: "text[]", scores: "bigint[]" }, (placeholders) => {
  const bounds = sql<Below>`unnest(${placeholders.sections}, ${placeholders.scores})`.as<"wanted">(
    sql`wanted (section, below)`,
  )
  return db
    .withRecursive("head(section, score, created_at, scanned)", (queries) =>
      queries
        .selectFrom(bounds)
        .crossJoinLateral(({ ref }) =>
          selectNewest()
            .where("post.section", "=", ref("wanted.section"))
            .where("post.score", "<", ref("wanted.below"))
            .as("post"),
        )
        .select(["wanted.section", "post.score", "post.created_at", sql<number>`1`.as("scanned")])
        .unionAll(
          queries
            .selectFrom("head")
            .crossJoinLateral(({ ref }) =>
              selectNewest()
                .where("post.section", "=", ref("head.section"))
                .where("post.score", "<", ref("head.score"))
                .where(ref("head.scanned"), "<", sql.lit(MAX_SCORES_PER_SCAN))
                .as("post"),
            )
            .select(({ ref }) => [
              "head.section",
              "post.score",
              "post.created_at",
              sql<number>`${ref("head.scanned")} + 1`.as("scanned"),
            ]),
        ),
    )
    .selectFrom("head")
    .select(["head.section", "head.score", "head.created_at as createdAt"])
    .$castTo<ScoreHead>()
})

const selectNewest = () =>
  selectVisiblePosts()
    .select(["post.score", "post.created_at"])
    .orderBy("post.score", "desc")
    .orderBy("post.created_at", "desc")
    .orderBy("post.id", "desc")
    .limit(sql.lit(1))

/** The heads since a time, down to the score with which even a post of this moment would not be hot enough. */
async function findScoreHeads(
  sections: readonly Section[],
  { since, now, count }: { since: Date; now: Date; count: number },
): Promise<ScoreHead[]> {
  const heads: ScoreHead[] = []
  let pending = sections.map((section) => ({ section, below: ABOVE_ANY_SCORE }))
  while (pending.length > 0) {
    const rows = await selectScoreHeads({
      sections: pending.map(({ section }) => section),
      scores: pending.map(({ below }) => below),
    })
    heads.push(...rows.filter(({ createdAt }) => createdAt >= since))
    const minHotness = findMinHotness(heads, count, now)
    pending = pending.flatMap(({ section }) => {
      const heads = rows.filter((head) => head.section === section)
      const below = Math.min(...heads.map(({ score }) => score))
      const isDone =
        heads.length < MAX_SCORES_PER_SCAN ||
        computeHotness(below, now.getTime(), now.getTime()) < minHotness
      return isDone ? [] : [{ section, below }]
    })
  }
  return heads
}

type ScoreRange = { section: Section; score: number; from: Date }

const findNewestInRanges = (ranges: readonly ScoreRange[], limit: number): Promise<Post[]> =>
  selectNewestInRanges({
    sections: ranges.map(({ section }) => section),
    scores: ranges.map(({ score }) => score),
    times: ranges.map(({ from }) => from.toISOString()),
    limit,
  })

const selectNewestInRanges = statement(
  { sections: "text[]", scores: "integer[]", times: "timestamptz[]", limit: "integer" },
  ({ sections, scores, times, limit }) => {
    const bounds = sql<{ section: Section; score: number; since: Date }>`
    unnest(${sections}, ${scores}, ${times})`
    return db
      .selectFrom(bounds.as<"wanted">(sql`wanted (section, score, since)`))
      .crossJoinLateral(({ ref }) =>
        selectVisiblePosts()
          .select(["post.id", "post.created_at"])
          .where("post.section", "=", ref("wanted.section"))
          .where("post.score", "=", ref("wanted.score"))
          .where("post.created_at", ">=", ref("wanted.since"))
          .orderBy("post.created_at", "desc")
          .orderBy("post.id", "desc")
          .limit(limit)
          .as("post"),
      )
      .select(["post.id", "wanted.score", "post.created_at as createdAt"])
  },
)
