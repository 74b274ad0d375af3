/**
 * Prices of `token t`: the main token is traded against USDB, all others against the main token, and `q1 / q0` is
 * the quote asset's USD price. `main` is the placeholder of the main token's address.
 */
export const joinQuotePrice = (main: string) => `
  cross join lateral (
    select quote0 as q0, quote1 as q1, in_quote, in_usd from token_price(t, ${main})
  ) quote`

/** USD price, 18 decimals, rounded down. */
export const PRICE_USD = "quote.in_usd"

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
