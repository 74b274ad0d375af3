-- The same prices by the index (token, id) alone. With "token = main_token and id <= …" the planner walks all Sync rows
-- backwards where it expects one of the main token soon; the bounds of the pair leave it no other way than the index.
create or replace function token_start_price(t token, main_token text)
returns table (quote0 numeric, quote1 numeric, liquidity_usd numeric)
language sql stable parallel safe rows 1 as $$
  select quote.quote0, quote.quote1, div(2 * t.first_reserve1 * quote.quote1, nullif(quote.quote0, 0))
  from (values (1)) always (id)
  left join lateral (
    select s.reserve0, s.reserve1 from pool_sync s
    where (s.token, s.id) <= (main_token, t.first_sync_id) and (s.token, s.id) >= (main_token, 0::bigint)
      and t.address <> main_token
    order by s.token desc, s.id desc limit 1
  ) hub on true
  cross join lateral (
    select case when t.address = main_token then 1 else hub.reserve0 end,
      case when t.address = main_token then 1 else hub.reserve1 end
  ) quote (quote0, quote1)
$$;
