import { sql } from "kysely"
import { notFound } from "@/lib/api/errors"
import { skipTake } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { getDeployment } from "@/lib/chain/deployment"
import { db, pool } from "@/lib/db/client"
import { readAggregate, readRow, thisSecond } from "@/lib/db/json-query"
import { statement } from "@/lib/db/statement"
import { EVENT_TYPE, OPTIONS_JSON, RESOLUTION_JSON } from "@/lib/markets/resolution-columns"
import { toStatus } from "@/lib/markets/status"
import { buildWhere } from "./filters"
import { CARD_COLUMNS, joinCardTables } from "./list/queries"
import {
  joinQuotePrice,
  joinStartPrice,
  PRICE_QUOTE,
  PRICE_USD,
  toDecimalText,
  toIsoText,
  toLiquidityCents,
  toLiquidityUsd,
} from "./pricing"
import { type TokenListQuery, type TokenView, tokenCard, tokenViewColumns } from "./schema"

/** Columns of TokenSummary in the order of the specification; `now` is the clock's placeholder. */
const selectSummary = (now: string) => `
  p.id, t.address, t.name, t.symbol, p.description, t.dev, p.image, t.multiplier,
  t.is_prediction as "isPrediction", t.prediction_type as "predictionType",
  ${toStatus(`${now}::timestamptz`)} as "predictionStatus",
  ${toIsoText("t.created_at")} as "createdAt",
  ${toIsoText("t.last_activity_at")} as "lastActivityAt"`

/** GET /api/v1/tokens. */
export async function findTokensJson(query: TokenListQuery, snapshot?: string): Promise<RawBody> {
  const { where, values } = buildWhere(query)
  const direction = query.sort === "newest" ? "desc" : "asc"
  const { skip, take } = skipTake(query)
  const at = (offset: number) => `$${values.length + offset}`
  return readAggregate(
    `select row_to_json(answer)::text from (
      select
        coalesce((
          select json_agg(row_to_json(line)) from (
            select ${selectSummary(at(4))}
            from token t join project p on p.id = t.project_id
            left join market m on m.token = t.address
            ${where}
            order by t.created_at ${direction}, t.project_id ${direction}
            limit ${at(1)} offset ${at(2)}
          ) line
        ), '[]') as data,
        (
          select row_to_json(pagination) from (
            select count(*) as total, ${at(3)}::int as page, ${at(1)}::int as limit,
              count(*) > ${at(2)}::bigint + ${at(1)}::int as "hasMore"
            from token t ${where}
          ) pagination
        ) as pagination
    ) answer`,
    [...values, take, skip, query.page, thisSecond()],
    snapshot,
  )
}

/** TokenDetail, and when its `projectedVetted` was read from the chain (Unix milliseconds). */
export async function findTokenJson(
  address: string,
  snapshot?: string,
): Promise<{ answer: RawBody; vettedAt: number | null }> {
  const { mainToken, usdb } = getDeployment()
  const found =
    (await readRow(SELECT_DETAIL, [address, mainToken, usdb, thisSecond()], snapshot)) ??
    throwTokenNotFound()
  return { answer: found.answer, vettedAt: typeof found.extra === "number" ? found.extra : null }
}

const SELECT_DETAIL = `
  select '{"data":' || row_to_json(detail)::text || '}' as text,
    (extract(epoch from vetted_at) * 1000)::float8 as "vettedAt"
  from token t join project p on p.id = t.project_id
  left join market m on m.token = t.address
  ${joinQuotePrice("$2")} ${joinStartPrice("$2")}
  cross join lateral (
    select ${selectSummary("$4")},
      ${toIsoText("m.end_time")} as "endTime", ${EVENT_TYPE} as "eventType",
      p.website, p.telegram, p.socialx, p.socialx as twitterx,
      ${OPTIONS_JSON} as "predictionOptions",
      ${toLiquidityCents("t.reserve1", "q1", "q0")} as "liquidityUSD",
      ${toLiquidityCents("t.first_reserve1", "s1", "s0")} as "startingLiquidityUSD",
      p.vetted as "projectedVetted",
      case when t.address = $2 then $3::text else $2 end as "quoteToken",
      ${toDecimalText(PRICE_USD)} as "priceUsd",
      p.metadata_url as "metadataUrl",
      ${RESOLUTION_JSON} as resolution
  ) detail
  where t.address = $1`

/** A token with its numbers, for its page; null when the address is not listed. */
export async function findToken(address: string): Promise<TokenView | null> {
  const { mainToken, usdb } = getDeployment()
  const { rows } = await pool().query(SELECT_VIEW, [mainToken, address, usdb])
  const [row] = rows
  return row ? { ...tokenCard.parse(row), ...tokenViewColumns.parse(row) } : null
}

const SELECT_VIEW = `
  select ${CARD_COLUMNS}, p.website, p.telegram, p.socialx, p.metadata_url as "metadataUrl",
    case when t.address = $1 then $3::text else $1 end as "quoteToken",
    t.address = $1 as "isMain", t.is_prediction as "isPrediction", t.created_block as "createdBlock", ${PRICE_QUOTE} as "priceQuote",
    t.reserve0, t.reserve1, t.base_reserve0 as "baseReserve0", t.base_reserve1 as "baseReserve1",
    ${toLiquidityUsd("t.first_reserve1", "s1", "s0")} as "startingLiquidityUsd"
  from token t ${joinCardTables("$1")} ${joinStartPrice("$1")}
  where t.address = $2`

/** The same, or 404. */
export async function getToken(address: string): Promise<TokenView> {
  return (await findToken(address)) ?? throwTokenNotFound()
}

const readMainPrice = statement({ mainToken: "text" }, ({ mainToken }) =>
  db
    .selectFrom("token as t")
    .innerJoinLateral(
      sql<{ in_usd: string | null }>`token_price(t, ${mainToken})`.as<"price">(sql`price`),
      (join) => join.onTrue(),
    )
    .select("price.in_usd")
    .where("t.address", "=", mainToken),
)

/** Current USD price of the main token, 18 decimals; null before its first Sync event. */
export async function findMainPriceUsd(): Promise<bigint | null> {
  const [found] = await readMainPrice({ mainToken: getDeployment().mainToken })
  const price = found?.in_usd
  return price == null ? null : BigInt(price)
}

function throwTokenNotFound(): never {
  throw notFound("TOKEN_NOT_FOUND")
}
