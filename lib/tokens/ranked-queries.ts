import { expressionBuilder, type SqlBool, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { assertAnswer, thisSecond } from "@/lib/db/json-answer"
import { env } from "@/lib/env"
import { formatExactAmount } from "@/lib/format"
import type { Database } from "@/lib/generated/database"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import { type RawBody, rawJson } from "@/lib/http/response"
import { marketStatus } from "@/lib/markets/columns"
import { findMarketCardsOf } from "@/lib/markets/list-queries"
import type { MarketCard } from "@/lib/markets/schema"
import { isPoolOpen } from "@/lib/markets/status"
import { listSearchConditions, toSearchValues } from "./filters"
import { selectCards } from "./list-queries"
import { type Price, tokenPrice } from "./prices"
import { selectSummaries } from "./queries"
import { depthOf, isCandidate, isRankedSort, rankedParts } from "./rank-candidates"
import {
  type ListMetrics,
  type TokenCard,
  type TokenListQuery,
  tokenCard,
  tokenListPage,
} from "./schema"

type Sorted = {
  t: Database["token"]
  m: Database["market"]
  d: Database["token_day"]
  md: Database["market_day"]
  price: Price
}

const { ref } = expressionBuilder<Sorted, keyof Sorted>()

/** Sort keys of `t` with its market and its last 24 hours; `token_day` and `market_day` are a few seconds old. */
const sortOrders = {
  newest: sql`${ref("t.created_at")} desc, ${ref("t.project_id")} desc`,
  oldest: sql`${ref("t.created_at")}, ${ref("t.project_id")}`,
  volume: sql`coalesce(${ref("md.volume")}, ${ref("d.volume")}, 0) desc, ${ref("t.project_id")} desc`,
  liquidity: sql`coalesce(${ref("m.paid_in")}, ${ref("price.liquidity_usd")}) desc nulls last, ${ref("t.project_id")} desc`,
  ending: sql`case when ${ref("m.end_time")} > now() then ${ref("m.end_time")} end nulls last, ${ref("t.project_id")} desc`,
} satisfies Record<TokenListQuery["sort"], unknown>

/** Whether a query uses more than the list of the specification offers. */
export const isRanked = ({ metrics, sort, status }: TokenListQuery) =>
  metrics === true || status !== undefined || (sort !== "newest" && sort !== "oldest")

/** GET /api/v1/tokens with figures to choose by. */
export async function findRankedTokensJson(query: TokenListQuery): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  const now = sql<Date>`${thisSecond()}::timestamptz`
  const mainToken = sql.val(getDeployment().mainToken)
  const conditions = [
    ...listSearchConditions(toSearchValues(query)),
    ...(query.status ? [sql<SqlBool>`${marketStatus(now)} = ${query.status}`] : []),
  ]
  const { sort, isPrediction } = query
  const candidates = isRankedSort(sort)
    ? [
        isCandidate({
          ...rankedParts[sort](mainToken, isPrediction),
          conditions,
          direction: "desc",
          depth: depthOf({ skip, take }),
        }),
      ]
    : []
  const matching = db
    .selectFrom("token as t")
    .leftJoin("market as m", "m.token", "t.address")
    .where(({ and }) => and(conditions))
  const [matches, counted] = await Promise.all([
    matching
      .leftJoin("token_day as d", "d.token", "t.address")
      .leftJoin("market_day as md", "md.token", "t.address")
      .crossJoinLateral(tokenPrice(mainToken))
      .where(({ and }) => and(candidates))
      .select("t.address")
      .orderBy(sortOrders[query.sort])
      .limit(take)
      .offset(skip)
      .execute(),
    matching.select(({ fn }) => fn.countAll().as("total")).executeTakeFirst(),
  ])
  const addresses = matches.map(({ address }) => address)
  const [summaries, metrics] = await Promise.all([
    findSummaries(addresses, now),
    query.metrics ? findMetrics(addresses) : new Map<string, ListMetrics>(),
  ])
  const rows = addresses.flatMap((address) => {
    const summary = summaries.get(address)
    return summary ? [{ ...summary, ...toField(metrics.get(address)) }] : []
  })
  const text = JSON.stringify(toOffsetPage(rows, Number(counted?.total), query))
  if (env().NODE_ENV === "test") assertAnswer("ranked tokens", tokenListPage, text)
  return rawJson(text)
}

const toField = (metrics: ListMetrics | undefined) => (metrics ? { metrics } : {})

async function findSummaries(
  addresses: readonly string[],
  now: Parameters<typeof marketStatus>[0],
) {
  const rows = await selectSummaries(now)
    .where(({ ref }) => sql<SqlBool>`${ref("t.address")} = any(${addresses})`)
    .execute()
  return new Map(rows.map((row) => [row.address, row]))
}

/** Figures of tokens and markets, by address. */
async function findMetrics(addresses: readonly string[]): Promise<Map<string, ListMetrics>> {
  const page = db
    .selectFrom("token")
    .select("address")
    .where(({ ref }) => sql<SqlBool>`${ref("address")} = any(${addresses})`)
  const mainToken = sql.val(getDeployment().mainToken)
  const [cards, markets] = await Promise.all([
    selectCards(page.as("page"), mainToken).execute(),
    findMarketCardsOf(addresses),
  ])
  return new Map([
    ...tokenCard
      .array()
      .parse(cards)
      .map((card) => [card.address, toTokenMetrics(card)] as const),
    ...markets.map((card) => [card.address, toMarketMetrics(card)] as const),
  ])
}

const toTokenMetrics = (card: TokenCard): ListMetrics => ({
  priceUsd: card.priceUsd === null ? null : formatExactAmount(card.priceUsd),
  liquidityUSD: card.liquidityUsd === null ? null : toUsd(card.liquidityUsd),
  dayVolumeUSD: toUsd(card.dayVolumeUsd),
  dayTrades: card.dayTrades,
  endTime: null,
  poolOpen: null,
  outcomes: null,
})

const toMarketMetrics = (card: MarketCard): ListMetrics => ({
  priceUsd: null,
  liquidityUSD: toUsd(card.paidIn),
  dayVolumeUSD: toUsd(card.dayVolume),
  dayTrades: card.dayTrades,
  endTime: card.endTime?.toISOString() ?? null,
  poolOpen: isPoolOpen(card, new Date()),
  outcomes: card.outcomes.map(({ index, name, probability }) => ({ index, name, probability })),
})

const CENT = 10n ** 16n

/** Dollars with two decimals, rounded half up. */
const toUsd = (amount: bigint) => Number((amount + CENT / 2n) / CENT) / 100
