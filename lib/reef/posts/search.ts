import { processSingleton } from "@/lib/api/process-singleton"
import { createPromiseCache, getOrCompute } from "@/lib/api/promise-cache"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import type { AuthorKind, FeedSection, FeedSort } from "@/lib/reef/constants"
import { foldSearchText } from "@/lib/tokens/filters"
import { hotnessSql } from "./math"
import { IS_VISIBLE } from "./rows"

type SearchOptions = {
  section: FeedSection
  sort: FeedSort
  since: Date | null
  q: string | undefined
  kind: AuthorKind | undefined
  limit: number
  offset: number
}

/** Up to here what a search finds is counted by finding it. */
export const EXACT_COUNT_LIMIT = 1_000

/**
 * Posts with a text or of a kind of author. PostgreSQL chooses between the index of the order, which ends
 * early where many posts match, and that of the text, which is short where few do.
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

async function findIds(
  search: SearchOptions,
  now: Date,
  { limit, offset }: Slice,
): Promise<string[]> {
  const { where, values, add } = buildConditions(search)
  const rank = {
    recent: () => "",
    top: () => "p.score desc, ",
    hot: () => `${hotnessSql(add(now))} desc, `,
  }
  const order = `${rank[search.sort]()}p.created_at desc, p.id desc`
  const { rows } = await pool().query<{ id: string }>(
    `select p.id from reef_post p where ${where}
    order by ${order} limit ${add(limit)} offset ${add(offset)}`,
    values,
  )
  return rows.map(({ id }) => id)
}

/** A page of the feed is as old at most. */
const COUNT_TTL_MS = 10_000
/** Counts kept at once. */
const MAX_CACHED_COUNTS = 500

/** How many there are where they are many: all of them are read for it, so all who read on share a count. */
async function countMatchesCached(search: SearchOptions, now: Date): Promise<number> {
  const counts = processSingleton("reef-counts", () =>
    createPromiseCache<number>(MAX_CACHED_COUNTS),
  )
  const { section, since, q, kind } = search
  const key = JSON.stringify([section, since && now.getTime() - since.getTime(), q, kind])
  return getOrCompute(counts, key, COUNT_TTL_MS, () => countMatches(search)).value
}

async function countMatches(search: SearchOptions): Promise<number> {
  const { where, values } = buildConditions(search)
  const { rows } = await pool().query<{ total: number }>(
    `select count(*)::int as total from reef_post p where ${where}`,
    values,
  )
  return rows[0]?.total ?? 0
}

function buildConditions({ section, since, q, kind }: SearchOptions) {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const parts: string[] = [IS_VISIBLE]
  if (section !== "all") parts.push(`p.section = ${add(section)}`)
  if (since) parts.push(`p.created_at >= ${add(since)}`)
  // `searched` is title and body in lower case of any script; a line break, which no search has, parts them.
  if (q) parts.push(`p.searched like ${foldSearchText(`${add(`%${escapeLike(q)}%`)}::text`)}`)
  if (kind) parts.push(AUTHOR_CONDITIONS[kind])
  return { where: parts.join(" and "), values, add }
}

const IS_AGENT = "exists (select 1 from agent a where a.wallet = p.wallet)"
const AUTHOR_CONDITIONS = { agents: IS_AGENT, people: `not ${IS_AGENT}` }
