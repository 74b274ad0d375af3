import { expressionBuilder, type SqlBool, sql } from "kysely"
import { ADDRESS_PATTERN } from "@/lib/address"
import { db } from "@/lib/db/client"
import { escapeLike, hexText } from "@/lib/db/codecs"
import { foldCase, searchedText } from "@/lib/db/search-text"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import {
  groupStatuses,
  type MarketCard,
  type MarketSort,
  type MarketsQuery,
  type MarketView,
  marketCard,
  marketViewColumns,
} from "@/lib/markets/schema"
import type { PredictionStatus } from "@/lib/markets/status"
import { marketStatus } from "./columns"

const currentStatus = marketStatus(sql<Date>`now()`)

/** The market `m` with its token `t`, and `day`: its row of the last 24 hours, if it has one. */
const markets = db
  .selectFrom("market as m")
  .innerJoin("token as t", "t.address", "m.token")
  .leftJoin("market_day as day", "day.token", "m.token")

/** The columns of `marketCard`. */
const cards = markets
  .innerJoin("project as p", "p.id", "t.project_id")
  .innerJoinLateral(
    (from) =>
      from
        .selectFrom("market_outcome as o")
        .select(({ ref }) => [
          sql`json_agg(${ref("o.paid")}::text order by ${ref("o.outcome")})`.as("paid"),
          sql`json_agg(${ref("o.shares")}::text order by ${ref("o.outcome")})`.as("shares"),
        ])
        .whereRef("o.token", "=", "m.token")
        .as("outcome"),
    (join) => join.onTrue(),
  )
  .select(({ fn }) => [
    "p.id",
    "t.address",
    "t.name",
    "t.symbol",
    "p.description",
    "p.image",
    "t.dev",
    "p.vetted",
    "t.created_at as createdAt",
    "t.last_activity_at as lastActivityAt",
    "m.kind",
    "m.is_private_event as isPrivateEvent",
    "m.end_time as endTime",
    "m.options",
    "m.base_reserve as baseReserve",
    "outcome.paid",
    "outcome.shares",
    "m.paid_in as paidIn",
    "m.volume",
    fn.coalesce("day.volume", sql<string>`0`).as("dayVolume"),
    "m.trade_count as tradeCount",
    fn.coalesce("day.trades", sql<number>`0`).as("dayTrades"),
    fn.coalesce("day.moved", sql<number>`0`).as("moved"),
    "p.comment_count as commentCount",
    currentStatus.as("status"),
    "m.round",
    "m.challenge_seconds as challengeSeconds",
    "m.voting_seconds as votingSeconds",
    "m.veto_seconds as vetoSeconds",
    "m.proposed_outcome as proposedOutcome",
    "m.proposer",
    "m.proposed_at as proposedAt",
    "m.disputed_outcome as disputedOutcome",
    "m.disputer",
    "m.disputed_at as disputedAt",
    "m.veto_outcome as vetoOutcome",
    "m.vetoer",
    "m.vetoed_at as vetoedAt",
    "m.first_vote_at as firstVoteAt",
    "m.final_outcome as finalOutcome",
    "m.resolved_at as resolvedAt",
    "m.invalidated_at as invalidatedAt",
  ])

const { ref } = expressionBuilder<
  { m: Database["market"]; t: Database["token"]; day: Database["market_day"] },
  "m" | "t" | "day"
>()

/** Sort expressions; in a tie the younger market comes first. */
const sortOrders = {
  trending: sql`coalesce(${ref("day.volume")}, 0) desc, ${ref("t.last_activity_at")} desc nulls last`,
  newest: sql`${ref("t.created_at")} desc`,
  // Ended markets come last.
  closing: sql`case when ${ref("m.end_time")} > now() then ${ref("m.end_time")} end nulls last`,
  liquid: sql`${ref("m.paid_in")} desc`,
  moved: sql`abs(coalesce(${ref("day.moved")}, 0)) desc, ${ref("m.volume")} desc`,
} satisfies Record<MarketSort, unknown>

const filters = {
  address: "text?",
  pattern: "text?",
  kind: "text?",
  statuses: "text[]?",
} as const

/** Markets that match; the search is in the question, the symbol and the names of the outcomes. */
const matchingMarkets = ({ address, pattern, kind, statuses }: Placeholders<typeof filters>) =>
  markets.where((eb) => {
    const text = sql<string>`(${searchedText} || E'\\n' || ${eb.ref("m.options")}::text)`
    return eb.and([
      ...(address ? [eb("m.token", "=", address)] : []),
      ...(pattern ? [sql<SqlBool>`${foldCase(text)} like ${foldCase(pattern)}`] : []),
      ...(kind ? [sql<SqlBool>`${eb.ref("m.kind")} = ${kind}`] : []),
      ...(statuses ? [sql<SqlBool>`${currentStatus} = any(${statuses})`] : []),
    ])
  })

type MarketFilters = Pick<Partial<MarketsQuery>, "search" | "group" | "status" | "kind">

function toFilters({ search, group, status, kind }: MarketFilters) {
  const statuses = status ? [status] : group && groupStatuses[group]
  if (!search) return { kind, statuses }
  return ADDRESS_PATTERN.test(search)
    ? { kind, statuses, address: search.toLowerCase() }
    : { kind, statuses, pattern: `%${escapeLike(search)}%` }
}

const readPage = statement(
  { ...filters, sort: constant<MarketSort>(), take: "integer", skip: "bigint" },
  ({ sort, take, skip, ...placeholders }) => {
    const page = matchingMarkets(placeholders)
      .select("m.token")
      .orderBy(sortOrders[sort])
      .orderBy("t.project_id", "desc")
      .limit(take)
      .offset(sql<number>`${skip}`)
    return cards
      .innerJoin(page.as("page"), "page.token", "m.token")
      .orderBy(sortOrders[sort])
      .orderBy("t.project_id", "desc")
  },
)

const readCount = statement(filters, (placeholders) =>
  matchingMarkets(placeholders).select(sql<number>`count(*)::int`.as("count")),
)

type MarketListOptions = Pick<MarketsQuery, "page" | "limit" | "sort"> & Partial<MarketsQuery>

/** A page of the list. */
export async function findMarketCards(query: MarketListOptions) {
  const input = toFilters(query)
  const [rows, [total]] = await Promise.all([
    readPage({ ...input, sort: query.sort, ...skipTake(query) }),
    readCount(input),
  ])
  return toOffsetPage<MarketCard>(marketCard.array().parse(rows), total?.count ?? 0, query)
}

const readCardsOf = statement({ addresses: "text[]" }, ({ addresses }) =>
  cards.where(({ ref }) => sql<SqlBool>`${ref("m.token")} = any(${addresses})`),
)

/** The markets among some addresses, in no order. */
export const findMarketCardsOf = async (addresses: readonly string[]): Promise<MarketCard[]> =>
  marketCard.array().parse(await readCardsOf({ addresses: [...addresses] }))

const readCountsByStatus = statement(filters, (placeholders) =>
  matchingMarkets(placeholders)
    .select([currentStatus.as("status"), sql<number>`count(*)::int`.as("count")])
    .groupBy(currentStatus),
)

/** Numbers of matching markets by status, in all groups. */
export async function countMarkets({
  search,
  kind,
}: Pick<MarketFilters, "search" | "kind">): Promise<Map<PredictionStatus, number>> {
  const rows = await readCountsByStatus(toFilters({ search, kind }))
  return new Map(rows.map(({ status, count }) => [status, count]))
}

const readMarket = statement({ address: "text" }, ({ address }) =>
  cards
    .innerJoin("market_creation as c", "c.token", "m.token")
    .innerJoin("tx", "tx.id", "c.tx_id")
    .select(({ ref }) => [
      "p.website",
      "p.telegram",
      "p.socialx",
      "p.metadata_url as metadataUrl",
      "t.created_block as createdBlock",
      hexText(ref("tx.hash")).as("createdTx"),
      sql`t.xmin::text`.as("version"),
    ])
    .where("m.token", "=", address),
)

/** A market for its page; null for an unknown address. */
export async function findMarket(address: string): Promise<MarketView | null> {
  const [row] = await readMarket({ address })
  return row ? { ...marketCard.parse(row), ...marketViewColumns.parse(row) } : null
}

const readMarkets = statement({ addresses: "text[]" }, ({ addresses }) =>
  cards.where(({ ref }) => sql<SqlBool>`${ref("m.token")} = any(${addresses})`),
)

/** Several markets, in any order. */
export async function findMarkets(addresses: readonly string[]): Promise<MarketCard[]> {
  if (addresses.length === 0) return []
  return marketCard.array().parse(await readMarkets({ addresses }))
}

/** Words that do not make two questions similar. */
const COMMON_WORDS = new Set(
  "a an the will be is are of in on at by to for or and before after than this that which who".split(
    " ",
  ),
)

const readSimilar = statement(
  { patterns: "text[]", except: "text", limit: "integer" },
  ({ patterns, except, limit }) => {
    const best = markets
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom(
              sql<{ pattern: string }>`unnest(${patterns})`.as<"word">(sql`word (pattern)`),
            )
            .select(sql<string>`count(*)`.as("words"))
            .where(
              ({ ref }) =>
                sql<SqlBool>`${foldCase(ref("t.name"))} like ${foldCase(ref("word.pattern"))}`,
            )
            .as("shared"),
        (join) => join.onTrue(),
      )
      .select(["m.token", "shared.words"])
      .where("m.token", "<>", except)
      .where("shared.words", ">", sql<string>`0`)
      .orderBy("shared.words", "desc")
      .orderBy("m.volume", "desc")
      .limit(limit)
    return cards
      .innerJoin(best.as("best"), "best.token", "m.token")
      .orderBy("best.words", "desc")
      .orderBy("m.volume", "desc")
  },
)

/** Markets whose questions share words with a text, most words first. */
export async function findSimilarMarkets(
  text: string,
  { except = "", limit = 4 }: { except?: string; limit?: number } = {},
): Promise<MarketCard[]> {
  const patterns = extractWords(text).map((word) => `%${escapeLike(word)}%`)
  if (patterns.length === 0) return []
  return marketCard.array().parse(await readSimilar({ patterns, except, limit }))
}

const MAX_WORDS = 12

function extractWords(text: string) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !COMMON_WORDS.has(word)).slice(0, MAX_WORDS)
}
