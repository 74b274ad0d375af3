import { kept } from "@/lib/api/kept"
import { getOrCompute, type PromiseCache } from "@/lib/api/promise-cache"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import type { AuthorKind, FeedSection, Sort } from "@/lib/reef/words"
import { searchedText } from "@/lib/tokens/filters"
import { hotnessSql } from "./math"
import { VISIBLE } from "./rows"

type Search = {
  section: FeedSection
  sort: Sort
  since: Date | null
  q: string | undefined
  kind: AuthorKind | undefined
  limit: number
  offset: number
}

/** Up to here what a search finds is counted by finding it. */
export const FOUND_AT_ONCE = 1_000

/**
 * Posts with a text or of a kind of author. PostgreSQL chooses between the index of the order, which ends
 * early where many posts match, and that of the text, which is short where few do.
 */
export async function searchPlaces(search: Search, now: Date) {
  const { limit, offset } = search
  const first = await findIds(search, now, { limit: FOUND_AT_ONCE + 1, offset: 0 })
  const page = first.slice(offset, offset + limit)
  if (first.length <= FOUND_AT_ONCE) return { ids: page, total: first.length }
  const total = await countFound(search, now)
  if (offset + limit <= first.length) return { ids: page, total }
  return { ids: offset < total ? await findIds(search, now, { limit, offset }) : [], total }
}

type Part = { limit: number; offset: number }

async function findIds(search: Search, now: Date, { limit, offset }: Part): Promise<string[]> {
  const { where, values, add } = conditions(search)
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
const COUNT_MS = 10_000
/** Counts kept at once. */
const MAX_COUNTS = 500

/** How many there are where they are many: all of them are read for it, so all who read on share a count. */
async function countFound(search: Search, now: Date): Promise<number> {
  const counts = kept("reef-counts", (): PromiseCache<number> => new Map())
  const { section, since, q, kind } = search
  const key = JSON.stringify([section, since && now.getTime() - since.getTime(), q, kind])
  const limits = { ttlMs: COUNT_MS, maxEntries: MAX_COUNTS }
  return getOrCompute(counts, key, limits, () => countAll(search)).value
}

async function countAll(search: Search): Promise<number> {
  const { where, values } = conditions(search)
  const { rows } = await pool().query<{ total: number }>(
    `select count(*)::int as total from reef_post p where ${where}`,
    values,
  )
  return rows[0]?.total ?? 0
}

function conditions({ section, since, q, kind }: Search) {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const parts: string[] = [VISIBLE]
  if (section !== "all") parts.push(`p.section = ${add(section)}`)
  if (since) parts.push(`p.created_at >= ${add(since)}`)
  // `searched` is title and body in lower case of any script; a line break, which no search has, parts them.
  if (q) parts.push(`p.searched like ${searchedText(`${add(`%${escapeLike(q)}%`)}::text`)}`)
  if (kind) parts.push(KINDS[kind])
  return { where: parts.join(" and "), values, add }
}

const AGENT = "exists (select 1 from agent a where a.wallet = p.wallet)"
const KINDS = { agents: AGENT, people: `not ${AGENT}` }
