import { MAX_ID, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { PRICE_USD } from "@/lib/tokens/pricing"

/** First row id of the last 24 hours: ids rise with block times. */
export const DAY_START_ID = `(
  select coalesce(min(id) / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}, ${MAX_ID}) from (
    select id from trade where time >= now() - interval '24 hours' order by time limit 1
  ) first)`

/** The newest close that is a day old; null for a token younger than that. */
const selectCloseDayAgo = (token: string) => `(select close from candle c
  where c.token = ${token} and c.interval_seconds = 300
    and c.bucket <= extract(epoch from now())::bigint - 86700 order by c.bucket desc limit 1)`

const selectFirstPrice = (token: string) => `(select open from candle c
  where c.token = ${token} and c.interval_seconds = 300 order by c.bucket limit 1)`

/** Closing price a day ago, in the quote asset; the first price of a token younger than that. */
export const selectPriceDayAgo = (token: string) =>
  `coalesce(${selectCloseDayAgo(token)}, ${selectFirstPrice(token)})`

/** The main token's price when the first one of `token t` was written. */
export const selectMainPriceAtStart = (main: string) => `(
  select s.reserve1::numeric(160, 60) / nullif(s.reserve0, 0) from pool_sync s
  where s.token = ${main} and s.id <= t.first_sync_id order by s.id desc limit 1)`

/**
 * The USD price a day ago, for DAY_CHANGE; `main` is the placeholder of the main token. What the main
 * token did before a token was there is no change of that token.
 */
export const joinPriceDayAgo = (main: string) => `
  cross join lateral (select ${selectCloseDayAgo("t.address")} as close) aged
  cross join lateral (select case
    when t.address = ${main} then coalesce(aged.close, ${selectFirstPrice("t.address")})
    when aged.close is null then ${selectFirstPrice("t.address")} * ${selectMainPriceAtStart(main)}
    else aged.close * ${selectPriceDayAgo(main)} end as usd) before`

/** USD price now against a day ago, in basis points, rounded towards zero. */
export const DAY_CHANGE = `trunc((${PRICE_USD} * 1e-18 / nullif(before.usd, 0) - 1) * 10000)::text`
