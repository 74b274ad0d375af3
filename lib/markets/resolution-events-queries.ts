import { skipTake } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { readAggregate } from "@/lib/db/json-query"
import { MAX_ID } from "@/lib/db/row-ids"
import { toIsoText } from "@/lib/tokens/pricing"
import type { MarketEventListQuery } from "./resolution-events-schema"

/** Bounds of both columns of the index, (wallet, id), so that no other is walked. */
const WALLET_ROWS =
  "(e.wallet, e.id) >= ($1::text, 0::bigint) and (e.wallet, e.id) < ($1::text, $5::bigint)"

/** Further filters sift the wallet's own rows. */
const selectPage = (conditions: string) => `
  select '{"data":' || coalesce((
      select json_agg(row_to_json(line))::text from (
        select e.wallet, e.token as "marketToken", e.action, e.outcome as "outcomeId",
          e.amount::text as amount, '0x' || encode(tx.hash, 'hex') as "txHash",
          tx.block_number as "blockNumber", '{}' as data, ${toIsoText("e.time")} as timestamp
        from (
          select * from market_event e where ${WALLET_ROWS} ${conditions}
          order by e.wallet desc, e.id desc limit $2::int offset $3::bigint
        ) e join tx on tx.id = e.tx_id order by e.id desc
      ) line
    ), '[]') || ',"pagination":' || (
      select row_to_json(pagination)::text from (
        select count(*) as total, $4::int as page, $2::int as limit,
          count(*) > $3::bigint + $2::int as "hasMore"
        from market_event e where ${WALLET_ROWS} ${conditions}
      ) pagination
    ) || '}'`

/** GET /api/v1/markets/events. */
export function findMarketEventsJson(
  wallet: string,
  query: MarketEventListQuery,
  snapshot?: string,
): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  const values: (string | number)[] = [wallet, take, skip, query.page, MAX_ID]
  const { action, marketToken: token } = query
  const conditions = Object.entries({ action, token }).flatMap(([column, value]) =>
    value === undefined ? [] : [`and e.${column} = $${values.push(value)}`],
  )
  return readAggregate(selectPage(conditions.join(" ")), values, snapshot)
}
