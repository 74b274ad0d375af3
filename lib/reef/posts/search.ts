import { sql } from "kysely"
import { processSingleton } from "@/lib/api/process-singleton"
import { getOrCompute, type PromiseCache } from "@/lib/api/promise-cache"
import { escapeLike } from "@/lib/db/codecs"
import type { AuthorKind, FeedSection, FeedSort } from "@/lib/reef/constants"
import { hotnessSql } from "./math"
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
 * Row ids of the posts with a text or of a kind of author. PostgreSQL chooses between the index of the sort
 * order, which ends early where many posts match, and that of the text, which is short where few do.
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

async function findIds(search: SearchOptions, now: Date, { limit, offset }: Slice) {
  const rows = await selectMatches(search)
    .select("post.id")
    .$if(search.sort === "top", (query) => query.orderBy("post.score", "desc"))
    .$if(search.sort === "hot", (query) =>
      query.orderBy(
        ({ ref }) =>
          hotnessSql(ref("post.score"), ref("post.created_at"), sql<Date>`${now}::timestamptz`),
        "desc",
      ),
    )
    .orderBy("post.created_at", "desc")
    .orderBy("post.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** Maximum age of a total. */
const COUNT_TTL_MS = 10_000
const MAX_CACHED_COUNTS = 500

/** Counting reads all matches, so requests of the same search share a total. */
async function countMatchesCached(search: SearchOptions, now: Date): Promise<number> {
  const counts = processSingleton("reef-counts", (): PromiseCache<number> => new Map())
  const { section, since, q, kind } = search
  const key = JSON.stringify([section, since && now.getTime() - since.getTime(), q, kind])
  const limits = { ttlMs: COUNT_TTL_MS, maxEntries: MAX_CACHED_COUNTS }
  return getOrCompute(counts, key, limits, () => countMatches(search)).value
}

async function countMatches(search: SearchOptions): Promise<number> {
  const { total } = await selectMatches(search).select(countRows).executeTakeFirstOrThrow()
  return total
}

function selectMatches({ section, since, q, kind }: SearchOptions) {
  let posts = selectVisiblePosts()
  if (section !== "all") posts = posts.where("post.section", "=", section)
  if (since) posts = posts.where("post.created_at", ">=", since)
  // Column `searched` is title, line break and body in lower case; a search has no line break.
  if (q) posts = posts.where("post.searched", "like", lowerCase(`%${escapeLike(q)}%`))
  if (!kind) return posts
  return posts.where(({ exists, not, selectFrom }) => {
    const isAgent = exists(
      selectFrom("agent").select("agent.wallet").whereRef("agent.wallet", "=", "post.wallet"),
    )
    return kind === "agents" ? isAgent : not(isAgent)
  })
}

/** As the database computes column `searched`: lower case in every script. */
const lowerCase = (text: string) => sql<string>`lower(${text}::text collate "und-x-icu")`
