import { db } from "@/lib/db"
import type { AuthorKind, FeedSection, Period, Sort } from "@/lib/reef/words"
import { literal, searchedText } from "@/lib/tokens/filters"
import { VISIBLE } from "./rows"

type Feed = {
  section: FeedSection
  sort: Sort
  period: Period
  q?: string | undefined
  kind?: AuthorKind | undefined
  limit: number
  offset: number
}

const HOUR_MS = 3_600_000
const HOURS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 }
const HOT_HOURS = 720

/** The ids of a page of the feed and how many posts there are in all. */
export async function findPlaces(feed: Feed, now: Date) {
  const { where, values } = conditions(feed, now)
  const at = `$${values.push(now.toISOString())}::timestamptz`
  const { rows } = await db().pool.query<{ id: string }>(
    `select p.id from reef_post p where ${where} order by ${ordered(feed.sort, at)}
    p.created_at desc, p.id desc limit ${feed.limit} offset ${feed.offset}`,
    feed.sort === "hot" ? values : values.slice(0, -1),
  )
  return { ids: rows.map(({ id }) => id), total: await countPosts(where, values.slice(0, -1)) }
}

export async function countPosts(where: string, values: unknown[]): Promise<number> {
  const { rows } = await db().pool.query<{ total: number }>(
    `select count(*)::int as total from reef_post p where ${where}`,
    values,
  )
  return rows[0]?.total ?? 0
}

const ordered = (sort: Sort, at: string) =>
  ({
    recent: "",
    top: "p.score desc,",
    hot: `p.score / power(greatest(extract(epoch from ${at} - p.created_at), 0) / 3600 + 2, 1.8) desc,`,
  })[sort]

function conditions({ section, sort, period, q, kind }: Feed, now: Date) {
  const values: string[] = []
  const add = (value: string) => `$${values.push(value)}`
  const parts = [VISIBLE]
  if (section !== "all") parts.push(`p.section = ${add(section)}`)
  const since = sinceOf(sort, period, now)
  if (since) parts.push(`p.created_at >= ${add(since.toISOString())}`)
  if (q) parts.push(`${SEARCHED} like ${searchedText(add(`%${literal(q)}%`))}`)
  if (kind) parts.push(KINDS[kind])
  return { where: parts.join(" and "), values }
}

const SEARCHED = searchedText(`(p.title || E'\\n' || coalesce(p.body, ''))`)

const AGENT = "exists (select 1 from agent a where a.wallet = p.wallet)"
const KINDS = { agents: AGENT, people: `not ${AGENT}` }

function sinceOf(sort: Sort, period: Period, now: Date): Date | null {
  if (sort === "hot") return new Date(now.getTime() - HOT_HOURS * HOUR_MS)
  if (sort !== "top" || period === "all") return null
  return new Date(now.getTime() - HOURS[period] * HOUR_MS)
}
