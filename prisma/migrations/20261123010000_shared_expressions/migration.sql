-- Expressions that several queries share. All of them are single expressions or selects of SQL, which the
-- planner puts into the query: a call costs nothing. Markets and tokens come in as rows, so that a query names
-- them by the alias of their table.

-- When the windows of the running round end; null where none has opened.
create function market_challenge_ends_at(m market) returns timestamptz language sql stable parallel safe as $$
  select m.proposed_at + make_interval(secs => coalesce(m.challenge_seconds, 0))
$$;

create function market_voting_ends_at(m market) returns timestamptz language sql stable parallel safe as $$
  select case m.kind when 'private' then m.first_vote_at else m.disputed_at end
    + make_interval(secs => coalesce(m.voting_seconds, 0))
$$;

create function market_veto_ends_at(m market) returns timestamptz language sql stable parallel safe as $$
  select m.disputed_at + make_interval(secs => coalesce(m.voting_seconds, 0))
    + make_interval(secs => coalesce(m.veto_seconds, 0))
$$;

-- Neither resolved nor invalidated. 253 resets a market's resolution: it stays open.
create function market_is_bettable(m market) returns boolean language sql immutable parallel safe as $$
  select m.invalidated_at is null and (m.final_outcome is null or m.final_outcome = 253)
$$;

-- Whether the pool sells shares; the order book is open while the market is bettable.
create function market_pool_is_open(m market, moment timestamptz) returns boolean
language sql stable parallel safe as $$
  select market_is_bettable(m) and moment < coalesce(
    m.end_time,
    case m.kind when 'private' then m.first_vote_at else m.proposed_at end,
    'infinity'
  )
$$;

-- The state at a moment; null where there is no market. 254 is the invalid outcome.
create function market_status(m market, moment timestamptz) returns text language sql stable parallel safe as $$
  select case
    when m.token is null then null
    when m.invalidated_at is not null or m.final_outcome = 254 then 'invalidated'
    when m.final_outcome < 253 then 'resolved'
    when m.kind = 'private' then case
      when moment >= market_voting_ends_at(m) then 'proposed_closed'
      when m.first_vote_at is not null or moment >= m.end_time then 'voting'
      else 'active' end
    when m.vetoed_at is not null then 'vetoed'
    when moment < market_voting_ends_at(m) then 'voting'
    when moment < market_veto_ends_at(m) then 'veto_window'
    when m.disputed_at is not null then 'disputed'
    when moment < market_challenge_ends_at(m) then 'proposed'
    when m.proposed_at is not null then 'proposed_closed'
    when moment >= m.end_time then 'awaiting_proposal'
    else 'active' end
$$;

-- The prices of a token: `quote1 / quote0` is the USD price of the asset its pool trades against. That is the
-- main token, whose own pool trades against USDB. Prices and liquidity have 18 decimals, rounded down; they are
-- null before the first Sync row.
create function token_price(t token, main_token text)
returns table (quote0 numeric, quote1 numeric, in_quote numeric, in_usd numeric, liquidity_usd numeric)
language sql stable parallel safe rows 1 as $$
  select quote.quote0, quote.quote1,
    div(t.reserve1 * 1000000000000000000, nullif(t.reserve0, 0)),
    div(t.reserve1 * quote.quote1 * 1000000000000000000, nullif(t.reserve0 * quote.quote0, 0)),
    div(2 * t.reserve1 * quote.quote1, nullif(quote.quote0, 0))
  from (values (1)) always (id)
  left join token hub on hub.address = main_token and t.address <> main_token
  cross join lateral (
    select case when t.address = main_token then 1 else hub.reserve0 end,
      case when t.address = main_token then 1 else hub.reserve1 end
  ) quote (quote0, quote1)
$$;

-- The newest surge tax of a token, which may be over: its rates in basis points, when it began, when it was to
-- end, and when it ended or will end.
create function newest_surge(of_token text)
returns table (
  start_rate integer, end_rate integer, starts_at timestamptz, planned_end timestamptz, ends_at timestamptz
) language sql stable parallel safe rows 1 as $$
  select s.start_rate, s.end_rate, s.time, planned.planned_end,
    least(planned.planned_end, (
      select min(e.time) from surge_end e where e.token = s.token and e.id > s.id
    ))
  from surge_start s
  cross join lateral (select s.time + make_interval(secs => s.duration)) planned (planned_end)
  where s.token = of_token order by s.id desc limit 1
$$;
