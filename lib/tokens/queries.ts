import { type Expression, type RawBuilder, sql } from "kysely"
import type { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { decimalText, isoText, unixMilliseconds } from "@/lib/db/codecs"
import type { JsonSource } from "@/lib/db/column-types"
import { countedPage } from "@/lib/db/counted-page"
import { defineAnswerRow, jsonObjectOf, thisSecond } from "@/lib/db/json-answer"
import { jsonRows } from "@/lib/db/json-rows"
import { constant, type Placeholders, statement, unplanned } from "@/lib/db/statement"
import { notFound } from "@/lib/http/errors"
import { skipTake } from "@/lib/http/pagination"
import type { KeepPart, RawBody } from "@/lib/http/response"
import { eventType, marketStatus, options, selectResolution } from "@/lib/markets/columns"
import { listSearchConditions, searchParameters, toSearchValues } from "./filters"
import { selectCards } from "./list-queries"
import { startPrice, tokenPrice } from "./prices"
import {
  type TokenListQuery,
  type TokenView,
  tokenAnswer,
  tokenCard,
  type tokenDetail,
  tokenPage,
  tokenSummary,
  tokenViewColumns,
} from "./schema"

/** Tokens with their projects and markets, and the columns of TokenSummary in the order of the specification. */
export const selectSummaries = (now: Expression<Date>) =>
  db
    .selectFrom("token as t")
    .innerJoin("project as p", "p.id", "t.project_id")
    .leftJoin("market as m", "m.token", "t.address")
    .select(({ ref }) => [
      "p.id",
      "t.address",
      "t.name",
      "t.symbol",
      "p.description",
      "t.dev",
      "p.image",
      "t.multiplier",
      "t.is_prediction as isPrediction",
      "t.prediction_type as predictionType",
      marketStatus(now).as("predictionStatus"),
      isoText(ref("t.created_at")).as("createdAt"),
      isoText(ref("t.last_activity_at")).as("lastActivityAt"),
    ])

const readTokens = countedPage({
  name: "tokens",
  response: tokenPage,
  filters: searchParameters,
  parameters: { direction: constant<"asc" | "desc">(), now: "timestamptz" },
  rows: ({ take, skip, direction, now, ...search }) => {
    // Only the index is needed to find the page; skipped rows are not joined.
    const ids = db
      .selectFrom("token as t")
      .select("t.project_id")
      .where(({ and }) => and(listSearchConditions(search)))
      .orderBy("t.created_at", direction)
      .orderBy("t.project_id", direction)
      .limit(unplanned(take))
      .offset(unplanned(sql<number>`${skip}`))
    return selectSummaries(now)
      .where(({ ref }) => sql<boolean>`${ref("t.project_id")} = any(array(${ids}))`)
      .orderBy("t.created_at", direction)
      .orderBy("t.project_id", direction)
  },
  total: (search) =>
    db
      .selectFrom("token as t")
      .select(({ fn }) => fn.countAll<string>().as("total"))
      .where(({ and }) => and(listSearchConditions(search))),
})

/** Tokens and markets by address. */
export const readSummaryRows = jsonRows({
  name: "tokens by address",
  response: tokenSummary,
  parameters: { addresses: "text[]", now: "timestamptz" },
  rows: ({ addresses, now }) =>
    db
      .selectFrom(
        selectSummaries(now)
          .where(({ ref }) => sql<boolean>`${ref("t.address")} = any(${addresses})`)
          .as("found"),
      )
      .select([
        "found.address as key",
        sql<JsonSource<z.input<typeof tokenSummary>>>`row_to_json(found)`.as("row"),
      ]),
})

/** GET /api/v1/tokens. */
export async function findTokensJson(query: TokenListQuery, keep?: KeepPart): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  const direction = query.sort === "newest" ? "desc" : "asc"
  const input = { skip, take, direction, now: thisSecond() } as const
  return readTokens(toSearchValues(query), { ...input, page: query.page }, keep)
}

const selectDetail = ({ address, mainToken, usdb, now }: Placeholders<typeof detailParameters>) =>
  selectSummaries(now)
    .crossJoinLateral(tokenPrice(mainToken))
    .crossJoinLateral(startPrice(mainToken))
    .select(({ ref }) => [
      isoText(ref("m.end_time")).as("endTime"),
      eventType.as("eventType"),
      "p.website",
      "p.telegram",
      "p.socialx",
      "p.socialx as twitterx",
      options.as("predictionOptions"),
      roundToCents(ref("price.liquidity_usd")).as("liquidityUSD"),
      roundToCents(ref("start.liquidity_usd")).as("startingLiquidityUSD"),
      "p.vetted as projectedVetted",
      sql<string>`case when ${ref("t.address")} = ${mainToken} then ${usdb}
        else ${mainToken} end`.as("quoteToken"),
      decimalText(ref("price.in_usd")).as("priceUsd"),
      "p.metadata_url as metadataUrl",
      selectResolution(now).as("resolution"),
    ])
    .where("t.address", "=", address)

/** An amount of 18 decimals as a number with two, rounded half up. */
const roundToCents = (amount: Expression<string | null>) =>
  sql<number | null>`trim_scale(round(${amount} * 1e-18, 2))`

const detailParameters = {
  address: "text",
  mainToken: "text",
  usdb: "text",
  now: "timestamptz",
} as const

const readDetail = defineAnswerRow(
  "detail of a token",
  tokenAnswer,
  detailParameters,
  (placeholders) => {
    const data: RawBuilder<JsonSource<z.input<typeof tokenDetail>> | null> = jsonObjectOf(
      selectDetail(placeholders),
    )
    return db
      .selectFrom("project as p")
      .select(({ ref }) => [
        sql<string>`'{"data":' || ${data} || '}'`.as("text"),
        unixMilliseconds(ref("p.vetted_at")).as("vettedAt"),
      ])
      .where("p.address", "=", placeholders.address)
  },
)

/** TokenDetail, and when its `projectedVetted` was read from the chain (Unix milliseconds). */
export async function findTokenJson(
  address: string,
): Promise<{ answer: RawBody; vettedAt: number | null }> {
  const { mainToken, usdb } = getDeployment()
  const detail =
    (await readDetail({ address, mainToken, usdb, now: thisSecond() })) ?? throwTokenNotFound()
  return { answer: detail.answer, vettedAt: typeof detail.extra === "number" ? detail.extra : null }
}

const readView = statement(
  { address: "text", mainToken: "text", usdb: "text" },
  ({ address, mainToken, usdb }) => {
    const page = db.selectFrom("token").select("address").where("address", "=", address)
    return selectCards(page.as("page"), mainToken)
      .crossJoinLateral(startPrice(mainToken))
      .select(({ ref }) => {
        const isMain = sql<boolean>`${ref("t.address")} = ${mainToken}`
        return [
          "p.website",
          "p.telegram",
          "p.socialx",
          "p.metadata_url as metadataUrl",
          sql<string>`case when ${isMain} then ${usdb} else ${mainToken} end`.as("quoteToken"),
          isMain.as("isMain"),
          "t.is_prediction as isPrediction",
          "t.created_block as createdBlock",
          "price.in_quote as priceQuote",
          "t.reserve0",
          "t.reserve1",
          "t.base_reserve0 as baseReserve0",
          "t.base_reserve1 as baseReserve1",
          "start.liquidity_usd as startingLiquidityUsd",
        ]
      })
  },
)

/** A token with its numbers, for its page; null when the address is not listed. */
export async function findToken(address: string): Promise<TokenView | null> {
  const { mainToken, usdb } = getDeployment()
  const [row] = await readView({ address, mainToken, usdb })
  return row ? { ...tokenCard.parse(row), ...tokenViewColumns.parse(row) } : null
}

/** The same, or 404. */
export async function getToken(address: string): Promise<TokenView> {
  return (await findToken(address)) ?? throwTokenNotFound()
}

function throwTokenNotFound(): never {
  throw notFound("TOKEN_NOT_FOUND")
}
