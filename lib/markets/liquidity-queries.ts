import { notFound } from "@/lib/api/errors"
import { cursorId } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { readJson } from "@/lib/db/json-query"
import { MAX_ID } from "@/lib/db/row-ids"
import { toIsoText } from "@/lib/tokens/pricing"
import type { LiquidityQuery } from "./liquidity-schema"

/** The quotient is worked out to 40 digits and rounded once, to a double. */
const PROBABILITY = "(r.reserve::numeric(118, 40) / r.total_reserve)::float8"

/**
 * The page of a cursor list: one row more than asked for tells whether there are more. $1 is the
 * market, $2 the cursor, $3 the limit, $4 the outcome. The bounds and the order are of all columns of
 * the index, (token, id) or (token, outcome, id), as with the market fixed the planner would rather walk the
 * primary key and hope to meet a matching row soon.
 */
const selectPage = (columns: string, key: string) => `
  select case when exists (select 1 from market where token = $1) then (
    with rows as materialized (
      select *, row_number() over (order by id desc) as place from (
        select * from share_trade
        where (${columns}, id) < (${key}, $2::bigint) and (${columns}, id) >= (${key}, 0::bigint)
        order by ${columns.replace(",", " desc,")} desc, id desc limit $3::int + 1
      ) newest
    )
    select '{"data":' || coalesce((
        select json_agg(row_to_json(line))::text from (
          select r.id, r.buyer, r.outcome as "outcomeId", r.shares::text as shares,
            r.usdc::text as "usdcSpent", 'buy' as "tradeType", r.reserve::text as "newReserve",
            r.total_reserve::text as "newTotalReserve",
            '0x' || encode(tx.hash, 'hex') as "txHash", tx.block_number as "blockNumber",
            ${toIsoText("r.time")} as timestamp, ${PROBABILITY} as probability
          from rows r join tx on tx.id = r.tx_id where r.place <= $3::int order by r.id desc
        ) line
      ), '[]') || ',"pagination":' || (
        select row_to_json(pagination)::text from (
          select $3::int as limit, count(*) > $3::int as "hasMore",
            case when count(*) > $3::int then (min(id) filter (where place <= $3::int))::text end
            as "nextCursor"
          from rows
        ) pagination
      ) || '}'
  ) end`

const SELECT_PAGE = selectPage("token", "$1::text")
const SELECT_OUTCOME_PAGE = selectPage("token, outcome", "$1::text, $4::int")

/** GET /api/v1/markets/{address}/liquidity. */
export async function findLiquidityJson(
  market: string,
  { cursor, limit, outcomeId }: LiquidityQuery,
  snapshot?: string,
): Promise<RawBody> {
  const values = [market, cursorId(cursor)?.toString() ?? MAX_ID, limit]
  const answer = await (outcomeId === undefined
    ? readJson(SELECT_PAGE, values, snapshot)
    : readJson(SELECT_OUTCOME_PAGE, [...values, outcomeId], snapshot))
  if (!answer) throw notFound("MARKET_NOT_FOUND")
  return answer
}
