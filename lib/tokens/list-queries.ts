import {
  type AliasableExpression,
  type AliasedExpression,
  type Expression,
  expressionBuilder,
  type OrderByModifiers,
  sql,
} from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { constant, type Placeholders, statement, unplanned } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import {
  listSearchConditions,
  listStateConditions,
  searchParameters,
  stateParameters,
  toSearchValues,
  toStateValues,
} from "@/lib/tokens/filters"
import { newestSurge } from "@/lib/tokens/indexed-state"
import { dayChange, type Price, priceDayAgo, startPrice, tokenPrice } from "@/lib/tokens/prices"
import { depthOf, isCandidate, isPartedSort, tokenParts } from "@/lib/tokens/rank-candidates"
import { type LaunchpadQuery, type TokenCard, tokenCard } from "@/lib/tokens/schema"
import { selectDayStartId } from "@/lib/tokens/trades/queries"

type Page = AliasedExpression<{ address: string; sort_key?: unknown }, "page">

/** The cards of a page of tokens, in no order. */
export const selectCards = (page: Page, mainToken: Expression<string>) =>
  db
    .selectFrom(page)
    .innerJoin("token as t", "t.address", "page.address")
    .innerJoin("project as p", "p.id", "t.project_id")
    .crossJoinLateral(tokenPrice(mainToken))
    .crossJoinLateral((from) =>
      from
        .selectFrom("trade as d")
        .select(({ fn }) => [
          sql<string>`coalesce(${fn.sum("d.amount_usdc")}, 0)`.as("volume"),
          sql<number>`count(*)::int`.as("trades"),
        ])
        .whereRef("d.token", "=", "t.address")
        .where(({ ref }) => sql<boolean>`${ref("d.type")} in (0, 1, 2, 3)`)
        .where("d.id", ">=", selectDayStartId())
        .where(({ not }) => not("d.routing_leg"))
        .as("day"),
    )
    .crossJoinLateral(priceDayAgo(mainToken))
    .leftJoin("token_reading as reading", "reading.token", "t.address")
    .leftJoinLateral(newestSurge, (join) => join.onTrue())
    .select(({ ref }) => [
      "p.id",
      "t.address",
      "t.name",
      "t.symbol",
      "p.description",
      "p.image",
      "t.dev",
      "t.multiplier",
      "t.created_at as createdAt",
      "t.last_activity_at as lastActivityAt",
      "price.in_usd as priceUsd",
      "price.liquidity_usd as liquidityUsd",
      dayChange.as("dayChange"),
      "day.volume as dayVolumeUsd",
      "day.trades as dayTrades",
      "t.trade_count as tradeCount",
      "t.holder_count as holderCount",
      "p.comment_count as commentCount",
      "p.vetted",
      "reading.frozen",
      "reading.bonding_target as bondingTarget",
      "reading.bonding_needed as bondingNeeded",
      "reading.has_bonded as hasBonded",
      sql<Date | null>`case when ${ref("surge.ends_at")} > now()
        then ${ref("surge.ends_at")} end`.as("surgeEndsAt"),
    ])

type Sorted = {
  t: Database["token"]
  d: Database["token_day"]
  r: Database["token_reading"]
  price: Price
}

const { and, ref } = expressionBuilder<Sorted, keyof Sorted>()

type SortKey = (mainToken: Expression<string>) => AliasableExpression<unknown>

/** Factor of the USD price over a day: the factor of the price in TIDE times that of TIDE since the launch. */
const toDayFactor: SortKey = (mainToken) => {
  const mainDay = db.selectFrom("token_day").select("moved").where("token", "=", mainToken)
  const mainPrice = db
    .selectFrom("token as main")
    .select(({ ref }) => toQuotient(ref("main.reserve1"), ref("main.reserve0")).as("price"))
    .where("main.address", "=", mainToken)
  const mainStart = db
    .selectFrom(startPrice(mainToken))
    .select(({ ref }) => toQuotient(ref("start.quote1"), ref("start.quote0")).as("price"))
  return sql`coalesce(${ref("d.moved")}, 1) * case
    when ${ref("t.address")} = ${mainToken} then 1
    when ${ref("t.created_at")} > now() - interval '24 hours'
      then coalesce(((${mainPrice}) / nullif((${mainStart}), 0))::float8, 1)
    else coalesce((${mainDay}), 1) end`
}

const toQuotient = (dividend: Expression<string | null>, divisor: Expression<string | null>) =>
  sql<string | null>`${dividend}::numeric(160, 60) / nullif(${divisor}, 0)`

/** Sort keys, descending. `token_day` is a few seconds old and only decides the order. */
const sortKeys: Record<LaunchpadQuery["sort"], SortKey> = {
  newest: () => ref("t.created_at"),
  oldest: () => ref("t.created_at"),
  active: () => ref("d.volume"),
  change: toDayFactor,
  moved: (mainToken) => sql`abs(ln(nullif(${toDayFactor(mainToken)}, 0)))`,
  price: () => ref("price.in_usd"),
  liquidity: () => ref("price.liquidity_usd"),
  holders: () => ref("t.holder_count"),
  progress: () => sql`1 - ${ref("r.bonding_needed")} / nullif(${ref("r.bonding_target")}, 0)`,
}

/** Columns of the token itself are never null, and an index has their order without "nulls last". */
const INDEXED_SORTS: readonly LaunchpadQuery["sort"][] = ["newest", "oldest", "holders"]

type TokenListOptions = Pick<LaunchpadQuery, "page" | "limit" | "sort"> & Partial<LaunchpadQuery>

const filters = { ...searchParameters, ...stateParameters } as const

const toFilterValues = ({ search, dev, ...state }: Partial<LaunchpadQuery>) => ({
  ...toSearchValues({ search, dev, isPrediction: false }),
  ...toStateValues(state),
})

const listConditions = (placeholders: Placeholders<typeof filters>) => [
  ...listSearchConditions(placeholders),
  ...listStateConditions(placeholders),
]

const selectPage = statement(
  {
    ...filters,
    sort: constant<LaunchpadQuery["sort"]>(),
    direction: constant<LaunchpadQuery["order"]>(),
    mainToken: "text",
    skip: "bigint",
    // For the few rows of a page the planner looks up each; for a number that it does not know it would read all tokens.
    take: constant<number>(),
    depth: constant<number>(),
  },
  ({ sort, direction, mainToken, skip, take, depth, ...placeholders }) => {
    const modifiers: OrderByModifiers = (item) =>
      INDEXED_SORTS.includes(sort) ? item[direction]() : item[direction]().nullsLast()
    const conditions = listConditions(placeholders)
    const candidates = isPartedSort(sort)
      ? [isCandidate({ ...tokenParts[sort](mainToken), conditions, direction, depth })]
      : []
    // The planner leaves out the joins that the sort key does not use.
    const page = db
      .selectFrom("token as t")
      .where(and([...conditions, ...candidates]))
      .leftJoin("token_day as d", "d.token", "t.address")
      .leftJoin("token_reading as r", "r.token", "t.address")
      .crossJoinLateral(tokenPrice(mainToken))
      .select(["t.address", sortKeys[sort](mainToken).as("sort_key")])
      .orderBy("sort_key", modifiers)
      .orderBy("t.project_id", direction)
      .limit(sql.lit(take))
      .offset(unplanned(sql<number>`${skip}`))
    return selectCards(page.as("page"), mainToken)
      .orderBy("page.sort_key", modifiers)
      .orderBy("t.project_id", direction)
  },
)

const selectTotal = statement(filters, (placeholders) =>
  db
    .selectFrom("token as t")
    .where(and(listConditions(placeholders)))
    .select(({ fn }) => fn.countAll().as("total")),
)

async function findPage({ sort, order, page, limit, ...query }: TokenListOptions) {
  const place = skipTake({ page, limit })
  const cards = await selectPage({
    ...toFilterValues(query),
    ...place,
    depth: depthOf(place),
    sort,
    direction: (sort === "oldest") !== (order === "asc") ? "asc" : "desc",
    mainToken: getDeployment().mainToken,
  })
  return tokenCard.array().parse(cards)
}

/** A page of the token list, without the tokens of prediction markets. */
export async function findTokenCards(query: TokenListOptions) {
  const [cards, [counted]] = await Promise.all([
    findPage(query),
    selectTotal(toFilterValues(query)),
  ])
  return toOffsetPage<TokenCard>(cards, Number(counted?.total), query)
}

/** The first tokens of the list, without a total. */
export const findFirstTokenCards = (
  sort: LaunchpadQuery["sort"],
  limit: number,
): Promise<TokenCard[]> => findPage({ sort, page: 1, limit })
