/** SQL over integers: `t` is a token row, `hub` the reserves of the main token (see `hubJoin`). */
const ONE = "1000000000000000000"

/**
 * The main token is traded against USDB, all others against the main token: `q1 / q0` is the quote
 * asset's USD price. `main` is the placeholder of the main token's address.
 */
export const joinQuotePrice = (main: string) => `
  left join token hub on hub.address = ${main} and t.address <> ${main}
  cross join lateral (select
    case when t.address = ${main} then 1 else hub.reserve0 end as q0,
    case when t.address = ${main} then 1 else hub.reserve1 end as q1) quote`

/** USD price, 18 decimals, rounded down. */
export const PRICE_USD = `div(t.reserve1 * q1 * ${ONE}, nullif(t.reserve0 * q0, 0))`

/** Quote per token, 18 decimals, rounded down. */
export const PRICE_QUOTE = `div(t.reserve1 * ${ONE}, nullif(t.reserve0, 0))`

/** Both sides of the pool in USD, 18 decimals, rounded down. */
export const toLiquidityUsd = (reserve1: string, q1: string, q0: string) =>
  `div(2 * ${reserve1} * ${q1}, nullif(${q0}, 0))`

/** The same as a number with two decimals, rounded half up from the integers. */
export const toLiquidityCents = (reserve1: string, q1: string, q0: string) =>
  `trim_scale(div(400 * ${reserve1} * ${q1} + ${q0} * ${ONE}, nullif(2 * ${q0} * ${ONE}, 0)) * 0.01)`

/** The main token's reserves when the token's first Sync row was written; 1 : 1 for the main token itself. */
export const joinStartPrice = (main: string) => `
  left join lateral (
    select s.reserve0, s.reserve1 from pool_sync s
    where s.token = ${main} and s.id <= t.first_sync_id and t.address <> ${main}
    order by s.id desc limit 1
  ) then_hub on true
  cross join lateral (select
    case when t.address = ${main} then 1 else then_hub.reserve0 end as s0,
    case when t.address = ${main} then 1 else then_hub.reserve1 end as s1) start`

/** An 18-decimal integer as a decimal number in text, without trailing zeros. */
export const toDecimalText = (value: string) => `trim_scale(${value} * 1e-18)::text`

/** ISO 8601 with milliseconds and Z. */
export const toIsoText = (value: string) =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
