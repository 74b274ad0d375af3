import { sql } from "kysely"
import { processSingleton } from "@/lib/async/process-singleton"
import { createPromiseCache, getOrCompute } from "@/lib/async/promise-cache"
import { escapeLike } from "@/lib/db/codecs"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import type { AuthorKind, FeedSection, FeedSort, Section } from "@/lib/reef/constants"
import { hotnessSql } from "./hot-queries"
import { countRows, selectVisiblePosts } from "./rows"

type SearchOptions = {
  section: FeedSection
  sort: FeedSort
  since: Date | null
  q: string | undefined
  kind: AuthorKind | undefined
  limit: number
  offset: number
}

/** Up to this many matches the total is the number of rows read; beyond it, a query counts them. */
export const EXACT_COUNT_LIMIT = 1_000

/**
 * Row ids of the posts with a text or of a kind of author. PostgreSQL chooses between the index of the sort order,
 * which ends early where many posts match, and the text's, which is short where few do.
 */
export async function searchPostIds(search: SearchOptions, now: Date) {
  const { limit, offset } = search
  const first = await findIds(search, now, { limit: EXACT_COUNT_LIMIT + 1, offset: 0 })
  const page = first.slice(offset, offset + limit)
  if (first.length <= EXACT_COUNT_LIMIT) return { ids: page, total: first.length }
  const total = await countMatchesCached(search, now)
  if (offset + limit <= first.length) return { ids: page, total }
  return { ids: offset < total ? await findIds(search, now, { limit, offset }) : [], total }
}

type Slice = { limit: number; offset: number }

async function findIds(search: SearchOptions, now: Date, slice: Slice): Promise<string[]> {
  const rows = await selectMatchingIds({ ...toInput(search), now, ...slice, sort: search.sort })
  return rows.map(({ id }) => id)
}

const filters = {
  /** Null: all sections. */
  section: constant<Section | null>(),
  since: "timestamptz?",
  pattern: "text?",
  kind: constant<AuthorKind | null>(),
} as const

const toInput = ({ section, since, q, kind }: SearchOptions) => ({
  section: section === "all" ? null : section,
  since: since ?? undefined,
  pattern: q && `%${escapeLike(q)}%`,
  kind: kind ?? null,
})

function selectMatches({ section, since, pattern, kind }: Placeholders<typeof filters>) {
  let posts = selectVisiblePosts()
  if (section) posts = posts.where("post.section", "=", sql.lit(section))
  if (since) posts = posts.where("post.created_at", ">=", since)
  // Column `searched` is title, line break and body in lower case of any script; a search has no line break.
  if (pattern) {
    const lowerCase = sql<string>`lower(${pattern} collate "und-x-icu")`
    posts = posts.where("post.searched", "like", lowerCase)
  }
  if (!kind) return posts
  return posts.where(({ exists, not, selectFrom }) => {
    const isAgent = exists(
      selectFrom("agent").select("agent.wallet").whereRef("agent.wallet", "=", "post.wallet"),
    )
    return kind === "agents" ? isAgent : not(isAgent)
  })
}

const selectMatchingIds = statement(
  {
    ...filters,
    sort: constant<FeedSort>(),
    now: "timestamptz",
    limit: "integer",
    offset: "integer",
  },
  ({ sort, now, limit, offset, ...placeholders }) =>
    selectMatches(placeholders)
      .select("post.id")
      .$if(sort === "top", (query) => query.orderBy("post.score", "desc"))
      .$if(sort === "hot", (query) =>
        query.orderBy(
          ({ ref }) => hotnessSql(ref("post.score"), ref("post.created_at"), now),
          "desc",
        ),
      )
      .orderBy("post.created_at", "desc")
      .orderBy("post.id", "desc")
      .limit(limit)
      .offset(offset),
)

/** Maximum age of a total. */
const COUNT_TTL_MS = 10_000
const MAX_CACHED_COUNTS = 500

/** Counting reads all matches, so requests of the same search share a total. */
async function countMatchesCached(search: SearchOptions, now: Date): Promise<number> {
  const counts = processSingleton("reef-counts", () =>
    createPromiseCache<number>(MAX_CACHED_COUNTS),
  )
  const { section, since, q, kind } = search
  const key = JSON.stringify([section, since && now.getTime() - since.getTime(), q, kind])
  return getOrCompute(counts, key, COUNT_TTL_MS, () => countMatches(search)).value
}

const selectTotal = statement(filters, (placeholders) =>
  selectMatches(placeholders).select(countRows),
)

async function countMatches(search: SearchOptions): Promise<number> {
  const [row] = await selectTotal(toInput(search))
  return row?.total ?? 0
}
