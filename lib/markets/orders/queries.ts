import { notFound } from "@/lib/api/errors"
import { skipTake } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { readAggregate, readJson } from "@/lib/db/json-query"
import { orderStatuses } from "@/lib/markets/constants"
import { toIsoText } from "@/lib/tokens/pricing"
import type { OrderListQuery, OwnOrderListQuery } from "./schema"

const TERM_COLUMNS = `o.seller, o.outcome as "outcomeId", o.amount::text as amount,
  o.price::text as "pricePerShare", o.status, ${toIsoText("o.created_at")} as "createdAt"`

/**
 * A page of orders, newest first: rows are numbered in chain order, so that a later row is never
 * older. The indexes are (token, status, row) and (token, outcome, status, row): each status is read
 * in order and the few rows are merged. $1 is the market, $2 the statuses, $3 the limit, $4 the rows
 * to skip, $5 the page, $6 the outcome. The totals are kept by the index.
 */
const selectPage = (outcome: "" | "and outcome = $6::int") => `
  select '{"data":' || coalesce((
      select json_agg(row_to_json(line))::text from (
        select o.public_id as id, o.order_id as "orderId", ${TERM_COLUMNS},
          o.total_amount::text as "totalAmount", '0x' || encode(tx.hash, 'hex') as "txHash",
          ${toIsoText("o.updated_at")} as "updatedAt"
        from (
          select found.* from unnest($2::text[]) wanted cross join lateral (
            select * from market_order where token = $1 ${outcome} and status = wanted
            order by row_id desc limit $3::int + $4::bigint
          ) found order by found.row_id desc limit $3::int offset $4::bigint
        ) o join tx on tx.id = o.tx_id order by o.row_id desc
      ) line
    ), '[]') || ',"pagination":' || (
      select row_to_json(pagination)::text from (
        select coalesce(sum(orders), 0) as total, $5::int as page, $3::int as limit,
          coalesce(sum(orders), 0) > $4::bigint + $3::int as "hasMore"
        from market_order_count where token = $1 ${outcome} and status = any($2::text[])
      ) pagination
    ) || '}'
  from token where address = $1`

const SELECT_PAGE = selectPage("")
const SELECT_OUTCOME_PAGE = selectPage("and outcome = $6::int")

/** GET /api/v1/tokens/{address}/orders. A token that is no market has none. */
export async function findOrdersJson(
  token: string,
  query: OrderListQuery,
  snapshot?: string,
): Promise<RawBody> {
  const { status, outcomeId, page } = query
  const { skip, take } = skipTake(query)
  const statuses = `{${status ?? orderStatuses.join(",")}}`
  const values = [token, statuses, take, skip, page]
  const answer = await (outcomeId === undefined
    ? readJson(SELECT_PAGE, values, snapshot)
    : readJson(SELECT_OUTCOME_PAGE, [...values, outcomeId], snapshot))
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** A wallet's orders in the order of their creation; further filters sift the wallet's own. */
const selectOwnPage = (conditions: string) => `
  select '{"data":' || coalesce((
      select json_agg(row_to_json(line))::text from (
        select o.row_id as id, o.order_id::text as "orderId", o.token as "marketToken", ${TERM_COLUMNS}
        from market_order o where o.seller = $1 ${conditions}
        order by o.created_at desc, o.row_id desc limit $2::int offset $3::bigint
      ) line
    ), '[]') || ',"pagination":' || (
      select row_to_json(pagination)::text from (
        select count(*) as total, $4::int as page, $2::int as limit,
          count(*) > $3::bigint + $2::int as "hasMore",
          (count(*) + $2::int - 1) / $2::int as "totalPages"
        from market_order o where o.seller = $1 ${conditions}
      ) pagination
    ) || '}'`

/** GET /api/v1/me/orders. */
export function findOwnOrdersJson(
  wallet: string,
  query: OwnOrderListQuery,
  snapshot?: string,
): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  const values: (string | number)[] = [wallet, take, skip, query.page]
  const { marketToken: token, outcomeId: outcome, status } = query
  // Any integer may be asked for, also one that the column could not hold.
  const outcomes = outcome === undefined ? "" : `and o.outcome = $${values.push(outcome)}::int`
  const conditions = Object.entries({ token, status }).flatMap(([column, value]) =>
    value === undefined ? [] : [`and o.${column} = $${values.push(value)}`],
  )
  return readAggregate(selectOwnPage([outcomes, ...conditions].join(" ")), values, snapshot)
}
