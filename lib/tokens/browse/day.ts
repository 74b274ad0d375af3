import { PRICE_USD } from "@/lib/tokens/pricing"

/** First row id of the last 24 hours: ids rise with block times. */
export const DAY_START = `(
  select coalesce(min(id) / 100000 * 100000, 9223372036854775807) from (
    select id from trade where time >= now() - interval '24 hours' order by time limit 1
  ) first)`

/** Closing price a day ago, in the quote asset; the first price of a token younger than that. */
export const priceThen = (token: string) => `coalesce(
  (select close from candle c where c.token = ${token} and c.interval_seconds = 300
    and c.bucket <= extract(epoch from now())::bigint - 86700 order by c.bucket desc limit 1),
  (select open from candle c where c.token = ${token} and c.interval_seconds = 300
    order by c.bucket limit 1))`

/** The USD price a day ago, for DAY_CHANGE; `main` is the placeholder of the main token. */
export const dayAgoJoin = (main: string) => `cross join lateral (select
    ${priceThen("t.address")} * case when t.address = ${main} then 1 else ${priceThen(main)} end
    as usd) before`

/** USD price now against a day ago, in basis points, rounded towards zero. */
export const DAY_CHANGE = `trunc((${PRICE_USD} * 1e-18 / nullif(before.usd, 0) - 1) * 10000)::text`
