import { db } from "@/lib/db"
import type { AuthorKind, FeedSection, Sort } from "@/lib/reef/words"
import { literal, searchedText } from "@/lib/tokens/filters"
import { hotnessSql } from "./math"
import { VISIBLE } from "./rows"

/** A search finds so many posts, the first in its order. */
export const MAX_FOUND = 1_000

type Search = {
  section: FeedSection
  sort: Sort
  since: Date | null
  q: string | undefined
  kind: AuthorKind | undefined
  limit: number
  offset: number
}

/**
 * Posts with a text or of a kind of author. PostgreSQL chooses between the index of the order, which ends
 * early where many posts match, and that of the text, which is short where few do.
 */
export async function searchPlaces(search: Search, now: Date) {
  const { limit, offset } = search
  const { rows } = await db().pool.query<{ id: string }>(statement(search, now))
  const ids = rows.map(({ id }) => id)
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}

function statement({ section, sort, since, q, kind }: Search, now: Date) {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const parts: string[] = [VISIBLE]
  if (section !== "all") parts.push(`p.section = ${add(section)}`)
  if (since) parts.push(`p.created_at >= ${add(since)}`)
  if (q) parts.push(`${SEARCHED} like ${searchedText(`${add(`%${literal(q)}%`)}::text`)}`)
  if (kind) parts.push(KINDS[kind])
  const rank = {
    recent: () => "",
    top: () => "p.score desc, ",
    hot: () => `${hotnessSql(add(now))} desc, `,
  }
  const text = `select p.id from reef_post p where ${parts.join(" and ")}
    order by ${rank[sort]()}p.created_at desc, p.id desc limit ${MAX_FOUND}`
  return { text, values }
}

/** What a search looks into; `reef_post_search_idx` is built over the same. */
const SEARCHED = searchedText(`(p.title || E'\\n' || coalesce(p.body, ''))`)

const AGENT = "exists (select 1 from agent a where a.wallet = p.wallet)"
const KINDS = { agents: AGENT, people: `not ${AGENT}` }
