import { MAX_ID, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { PRICE_USD } from "@/lib/tokens/pricing"

/** First row id of the last 24 hours; ids ascend with block time. */
export const DAY_START_ID = `(
  select coalesce(min(id) / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}, ${MAX_ID}) from (
    select id from trade where time >= now() - interval '24 hours' order by time limit 1
  ) first)`

/** The latest close that is at least a day old; null for a younger token. */
const selectCloseDayAgo = (token: string) => `(select close from candle c
  where c.token = ${token} and c.interval_seconds = 300
    and c.bucket <= extract(epoch from now())::bigint - 86700 order by c.bucket desc limit 1)`

const selectFirstPrice = (token: string) => `(select open from candle c
  where c.token = ${token} and c.interval_seconds = 300 order by c.bucket limit 1)`

/** Close a day ago in the quote asset; the first price of a younger token. */
export const selectPriceDayAgo = (token: string) =>
  `coalesce(${selectCloseDayAgo(token)}, ${selectFirstPrice(token)})`

/** Price of the main token at the first Sync event of token `t`. */
export const selectMainPriceAtStart = (main: string) => `(
  select s.reserve1::numeric(160, 60) / nullif(s.reserve0, 0) from pool_sync s
  where s.token = ${main} and s.id <= t.first_sync_id order by s.id desc limit 1)`

/**
 * Joins the USD price a day ago, which DAY_CHANGE needs; `main` is the placeholder of the main token. The
 * change of the main token before the launch of a token does not count.
 */
export const joinPriceDayAgo = (main: string) => `
  cross join lateral (select ${selectCloseDayAgo("t.address")} as close) aged
  cross join lateral (select case
    when t.address = ${main} then coalesce(aged.close, ${selectFirstPrice("t.address")})
    when aged.close is null then ${selectFirstPrice("t.address")} * ${selectMainPriceAtStart(main)}
    else aged.close * ${selectPriceDayAgo(main)} end as usd) before`

/** Change of the USD price over a day in basis points, rounded towards zero. */
export const DAY_CHANGE = `trunc((${PRICE_USD} * 1e-18 / nullif(before.usd, 0) - 1) * 10000)::text`
