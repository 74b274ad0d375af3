import { z } from "zod"
import { ADDRESS_PATTERN } from "@/lib/address"
import { skipTake, toOffsetPage } from "@/lib/api/pagination"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import {
  groupStatuses,
  type MarketCard,
  type MarketSort,
  type MarketsQuery,
  type MarketView,
  marketCard,
  marketViewColumns,
} from "@/lib/markets/schema"
import { predictionStatuses, toStatus } from "@/lib/markets/status"
import { foldSearchText, SEARCH_TEXT } from "@/lib/tokens/filters"

const CURRENT_STATUS = toStatus("now()")

const COLUMNS = `
  p.id, t.address, t.name, t.symbol, p.description, p.image, t.dev, p.vetted,
  t.created_at as "createdAt", t.last_activity_at as "lastActivityAt",
  m.kind, m.is_private_event as "isPrivateEvent", m.end_time as "endTime", m.options,
  m.base_reserve as "baseReserve", outcome.paid, outcome.shares, m.paid_in as "paidIn",
  m.volume, coalesce(day.volume, 0)::text as "dayVolume", m.trade_count as "tradeCount",
  coalesce(day.trades, 0) as "dayTrades", coalesce(day.moved, 0) as moved,
  p.comment_count as "commentCount",
  ${CURRENT_STATUS} as status, m.round, m.challenge_seconds as "challengeSeconds",
  m.voting_seconds as "votingSeconds", m.veto_seconds as "vetoSeconds",
  m.proposed_outcome as "proposedOutcome", m.proposer, m.proposed_at as "proposedAt",
  m.disputed_outcome as "disputedOutcome", m.disputer, m.disputed_at as "disputedAt",
  m.veto_outcome as "vetoOutcome", m.vetoer, m.vetoed_at as "vetoedAt",
  m.first_vote_at as "firstVoteAt", m.final_outcome as "finalOutcome",
  m.resolved_at as "resolvedAt", m.invalidated_at as "invalidatedAt"`

const JOINS = `
  join token t on t.address = m.token join project p on p.id = t.project_id
  left join market_day day on day.token = m.token
  cross join lateral (
    select json_agg(o.paid::text order by o.outcome) as paid,
      json_agg(o.shares::text order by o.outcome) as shares
    from market_outcome o where o.token = m.token
  ) outcome`

/** What is sorted by; equal ones: the younger first. */
const sortOrders: Record<MarketSort, string> = {
  trending: "coalesce(r.volume, 0) desc, t.last_activity_at desc nulls last",
  newest: "t.created_at desc",
  // What has ended already has no time left to close.
  closing: "case when m.end_time > now() then m.end_time end asc nulls last",
  liquid: "m.paid_in desc",
  moved: "abs(coalesce(r.moved, 0)) desc, m.volume desc",
}

type MarketListOptions = Pick<MarketsQuery, "page" | "limit" | "sort"> & Partial<MarketsQuery>

const rowCount = z.object({ count: z.int() })
const statusCount = rowCount.extend({ status: z.enum(predictionStatuses) })

/** A page of markets with their numbers. */
export async function findMarketCards(query: MarketListOptions) {
  const { where, values } = buildWhere(query)
  const at = (offset: number) => `$${values.length + offset}`
  const by = `${sortOrders[query.sort]}, t.project_id desc`
  const { skip, take } = skipTake(query)
  const [page, total] = await Promise.all([
    pool().query(
      `with page as materialized (
        select m.token, row_number() over (order by ${by}) as place
        from market m join token t on t.address = m.token
        left join market_day r on r.token = m.token ${where}
        order by ${by} limit ${at(1)} offset ${at(2)}
      )
      select ${COLUMNS} from page join market m using (token) ${JOINS} order by page.place`,
      [...values, take, skip],
    ),
    pool().query(
      `select count(*)::int from market m join token t on t.address = m.token ${where}`,
      values,
    ),
  ])
  return toOffsetPage<MarketCard>(
    marketCard.array().parse(page.rows),
    rowCount.parse(total.rows[0]).count,
    query,
  )
}

/** How many markets match in each state. */
export async function countMarkets(query: Pick<Partial<MarketsQuery>, "search" | "kind">) {
  const { where, values } = buildWhere(query)
  const { rows } = await pool().query(
    `select ${CURRENT_STATUS} as status, count(*)::int as count
    from market m join token t on t.address = m.token ${where} group by 1`,
    values,
  )
  return new Map(
    statusCount
      .array()
      .parse(rows)
      .map(({ status, count }) => [status, count]),
  )
}

/** A market for its page; null when the address is none. */
export async function findMarket(address: string): Promise<MarketView | null> {
  const { rows } = await pool().query(
    `select ${COLUMNS}, p.website, p.telegram, p.socialx, p.metadata_url as "metadataUrl",
      t.created_block as "createdBlock", '0x' || encode(tx.hash, 'hex') as "createdTx",
      t.xmin::text as version
    from market m ${JOINS} join market_creation c on c.token = m.token
    join tx on tx.id = c.tx_id where m.token = $1`,
    [address],
  )
  const [row] = rows
  return row ? { ...marketCard.parse(row), ...marketViewColumns.parse(row) } : null
}

/** Several markets, in no order. */
export async function findMarkets(addresses: readonly string[]): Promise<MarketCard[]> {
  if (addresses.length === 0) return []
  const { rows } = await pool().query(
    `select ${COLUMNS} from market m ${JOINS} where m.token = any($1::text[])`,
    [addresses],
  )
  return marketCard.array().parse(rows)
}

/** Words too common to make two questions alike. */
const COMMON_WORDS = new Set(
  "a an the will be is are of in on at by to for or and before after than this that which who".split(
    " ",
  ),
)

/** Markets whose question shares words with a text, those with most of them first. */
export async function findSimilarMarkets(
  text: string,
  { except = "", limit = 4 }: { except?: string; limit?: number } = {},
): Promise<MarketCard[]> {
  const words = extractWords(text)
  if (words.length === 0) return []
  const { rows } = await pool().query(
    `with alike as materialized (
      select m.token, (
        select count(*) from unnest($1::text[]) word
        where ${foldSearchText("t.name")} like ${foldSearchText("word")}
      ) as shared
      from market m join token t on t.address = m.token where m.token <> $2
    ), best as materialized (
      select token, shared from alike join market using (token)
      where shared > 0 order by shared desc, volume desc limit $3
    )
    select ${COLUMNS} from best join market m using (token) ${JOINS}
    order by best.shared desc, m.volume desc`,
    [words.map((word) => `%${escapeLike(word)}%`), except, limit],
  )
  return marketCard.array().parse(rows)
}

const MAX_WORDS = 12

function extractWords(text: string) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !COMMON_WORDS.has(word)).slice(0, MAX_WORDS)
}

function buildWhere({ search, group, status, kind }: Partial<MarketsQuery>) {
  const values: unknown[] = []
  const addValue = (value: unknown) => `$${values.push(value)}`
  const parts: string[] = []
  if (search) parts.push(matchSearch(search, addValue))
  if (kind) parts.push(`m.kind = ${addValue(kind)}`)
  if (status) parts.push(`${CURRENT_STATUS} = ${addValue(status)}`)
  if (group) parts.push(`${CURRENT_STATUS} = any(${addValue(groupStatuses[group])}::text[])`)
  return { where: parts.length ? `where ${parts.join(" and ")}` : "", values }
}

/** In the question, the symbol or the names of the outcomes; or the address. */
function matchSearch(search: string, addValue: (value: unknown) => string) {
  if (ADDRESS_PATTERN.test(search)) return `m.token = ${addValue(search.toLowerCase())}`
  const text = foldSearchText(`(${SEARCH_TEXT} || E'\\n' || m.options::text)`)
  return `${text} like ${foldSearchText(addValue(`%${escapeLike(search)}%`))}`
}
