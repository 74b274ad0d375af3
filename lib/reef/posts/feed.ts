import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { constant, statement, unplanned } from "@/lib/db/statement"
import {
  type AuthorKind,
  type FeedPeriod,
  type FeedSection,
  type FeedSort,
  type Section,
  sections,
} from "@/lib/reef/constants"
import { countPosts } from "./counts"
import { findHotPostIds, type SectionsPage } from "./hot-queries"
import { HOT_WINDOW_HOURS } from "./hotness"
import { countRows, selectVisiblePosts, unnestSections } from "./rows"
import { searchPostIds } from "./search"

export type FeedOptions = {
  section: FeedSection
  sort: FeedSort
  /** Time span of sort `top`; the other sorts ignore it. */
  period: FeedPeriod
  /** Part of title or body; empty or absent: all posts. */
  q?: string | undefined
  /** Only posts of people, or only of agents. */
  kind?: AuthorKind | undefined
  limit: number
  offset: number
}

type FeedIds = { ids: string[]; total: number }

/** Row ids of a page of the feed, and the number of posts of the whole feed. */
export async function findFeedIds(feed: FeedOptions, now: Date): Promise<FeedIds> {
  const { section, sort, period, q, kind, limit, offset } = feed
  const since = toPeriodStart(sort, period, now)
  if (q || kind) return searchPostIds({ section, sort, since, q, kind, limit, offset }, now)
  const sectionList = section === "all" ? sections : [section]
  const page = { sections: sectionList, limit, offset }
  if (offset > 0) {
    const total = await countPosts(sectionList, since)
    // Beyond the end there is nothing to read.
    return { ids: offset < total ? await findIds() : [], total }
  }
  // Promise.all handles a failure of either query.
  const [ids, total] = await Promise.all([findIds(), countPosts(sectionList, since)])
  return { ids, total }

  function findIds() {
    if (!since) return findIdsByIndex(page, sort)
    return sort === "hot" ? findHotPostIds(page, since, now) : findTopPostIds(page, since)
  }
}

const HOUR_MS = 3_600_000
const PERIOD_HOURS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 }

function toPeriodStart(sort: FeedSort, period: FeedPeriod, now: Date): Date | null {
  if (sort === "hot") return new Date(now.getTime() - HOT_WINDOW_HOURS * HOUR_MS)
  if (sort === "recent" || period === "all") return null
  return new Date(now.getTime() - PERIOD_HOURS[period] * HOUR_MS)
}

const page = {
  sections: "text[]",
  /** Rows up to the end of the page. */
  needed: "integer",
  limit: "integer",
  offset: "integer",
} as const

const toPageInput = ({ sections, limit, offset }: SectionsPage) => ({
  ...{ sections, limit, offset },
  needed: limit + offset,
})

async function findIdsByIndex(sectionsPage: SectionsPage, sort: FeedSort): Promise<string[]> {
  const rows = await selectByIndex({ ...toPageInput(sectionsPage), isTop: sort === "top" })
  return rows.map(({ id }) => id)
}

/** Reads each section in the order of its index and merges the sections. */
const selectByIndex = statement(
  { ...page, isTop: constant<boolean>() },
  ({ sections, needed, limit, offset, isTop }) =>
    db
      .selectFrom(unnestSections(unplanned(sections)))
      .crossJoinLateral(({ ref }) =>
        selectVisiblePosts()
          .select(["post.id", "post.score", "post.created_at"])
          .where("post.section", "=", ref("section.section"))
          .$if(isTop, (query) => query.orderBy("post.score", "desc"))
          .orderBy("post.created_at", "desc")
          .orderBy("post.id", "desc")
          .limit(unplanned(needed))
          .as("post"),
      )
      .select("post.id")
      .$if(isTop, (query) => query.orderBy("post.score", "desc"))
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
      .limit(unplanned(limit))
      .offset(unplanned(offset)),
)

async function findTopPostIds(sectionsPage: SectionsPage, since: Date): Promise<string[]> {
  const rows = await selectTop({ ...toPageInput(sectionsPage), since })
  return rows.map(({ id }) => id)
}

/**
 * The best posts of a period. A skip scan walks the scores of each section from the highest down and counts the
 * posts of each score that are recent enough, until there are enough for the page.
 */
const selectTop = statement(
  { ...page, since: "timestamptz" },
  ({ sections, since, needed, limit, offset }) => {
    const scores = () =>
      selectVisiblePosts().select("post.score").orderBy("post.score", "desc").limit(sql.lit(1))
    const recentPosts = (section: Expression<Section>, score: Expression<number>) =>
      selectVisiblePosts()
        .where("post.section", "=", section)
        .where("post.score", "=", score)
        .where("post.created_at", ">=", since)
        .limit(needed)
    return db
      .withRecursive("tier(section, score, above)", (queries) =>
        queries
          .selectFrom(unnestSections(sections))
          .crossJoinLateral(({ ref }) =>
            scores().where("post.section", "=", ref("section.section")).as("post"),
          )
          .select(["section.section", "post.score", sql<number>`0`.as("above")])
          .unionAll(
            queries
              .selectFrom("tier")
              .crossJoinLateral(({ ref }) =>
                db
                  .selectFrom(
                    recentPosts(ref("tier.section"), ref("tier.score"))
                      .select("post.id")
                      .as("counted"),
                  )
                  .select(countRows)
                  .as("here"),
              )
              .crossJoinLateral(({ ref }) =>
                scores()
                  .where("post.section", "=", ref("tier.section"))
                  .where("post.score", "<", ref("tier.score"))
                  .where((eb) => eb(eb(ref("tier.above"), "+", ref("here.total")), "<", needed))
                  .as("lower"),
              )
              .select(({ eb, ref }) => [
                "tier.section",
                "lower.score",
                eb("tier.above", "+", ref("here.total")).as("above"),
              ]),
          ),
      )
      .selectFrom("tier")
      .crossJoinLateral(({ ref }) =>
        recentPosts(ref("tier.section"), ref("tier.score"))
          .select(["post.id", "post.score", "post.created_at"])
          .orderBy("post.created_at", "desc")
          .orderBy("post.id", "desc")
          .as("post"),
      )
      .select("post.id")
      .orderBy("post.score", "desc")
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
      .limit(limit)
      .offset(offset)
  },
)
