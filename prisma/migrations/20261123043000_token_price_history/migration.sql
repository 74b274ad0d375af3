-- Earlier prices of tokens, for the queries of several domains. The planner puts these functions into the query.

-- The price of the asset a token's pool trades against, `quote1 / quote0` in USD, when the token's first Sync row
-- was written, and the pool's liquidity then (18 decimals, rounded down). Null before that row.
create function token_start_price(t token, main_token text)
returns table (quote0 numeric, quote1 numeric, liquidity_usd numeric)
language sql stable parallel safe rows 1 as $$
  select quote.quote0, quote.quote1, div(2 * t.first_reserve1 * quote.quote1, nullif(quote.quote0, 0))
  from (values (1)) always (id)
  left join lateral (
    select s.reserve0, s.reserve1 from pool_sync s
    where s.token = main_token and s.id <= t.first_sync_id and t.address <> main_token
    order by s.id desc limit 1
  ) hub on true
  cross join lateral (
    select case when t.address = main_token then 1 else hub.reserve0 end,
      case when t.address = main_token then 1 else hub.reserve1 end
  ) quote (quote0, quote1)
$$;

-- The latest close that is at least a day old, in the quote asset; the first price of a younger token.
create function candle_price_day_ago(of_token text)
returns table (price numeric, is_first boolean)
language sql stable parallel safe rows 1 as $$
  select coalesce(aged.close, oldest.open), aged.close is null
  from (values (1)) always (id)
  left join lateral (
    select c.close from candle c
    where c.token = of_token and c.interval_seconds = 300
      and c.bucket <= extract(epoch from now())::bigint - 86700
    order by c.bucket desc limit 1
  ) aged on true
  left join lateral (
    select c.open from candle c
    where c.token = of_token and c.interval_seconds = 300 and aged.close is null
    order by c.bucket limit 1
  ) oldest on true
$$;

-- The USD price a day ago, a decimal number; of a younger token the one at its launch, so that the change of the
-- main token before the launch does not count.
create function token_price_day_ago(t token, main_token text)
returns table (in_usd numeric)
language sql stable parallel safe rows 1 as $$
  select own.price * case
    when t.address = main_token then 1
    when own.is_first then (
      select start.quote1::numeric(160, 60) / nullif(start.quote0, 0)
      from token_start_price(t, main_token) start
    )
    else (select main.price from candle_price_day_ago(main_token) main)
  end
  from candle_price_day_ago(t.address) own
$$;
