-- A crowd: TRADES trades and three times as many transfers in ninety days, of TOKENS tokens and WALLETS wallets, as the
-- index would leave them. A trade is a transaction and a block. Everything but the time grows with TRADES: tokens 1 (the
-- main token) and 2 have a tenth and a fifth of the trades, wallet 0 a hundredth. Wallet 1 has a thousand; both are of
-- fifty tokens, and have fifty purchases of shares.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';
set work_mem = '256MB';
set hash_mem_multiplier = 4;

create function pg_temp.token_at(n bigint) returns text language sql immutable
  as $$ select '0xb' || lpad(to_hex(n), 39, '0') $$;
create function pg_temp.wallet_at(n bigint) returns text language sql immutable
  as $$ select '0xd' || lpad(to_hex(n), 39, '0') $$;
create function pg_temp.units(n bigint) returns numeric language sql immutable
  as $$ select n::numeric * 1000000000000000 + n $$;
-- A number from 0 to 1 that looks random and is the same in each run.
create function pg_temp.part(n bigint, seed bigint) returns double precision language sql immutable
  as $$ select (hashint8extended(n, seed) & 1048575) / 1048576.0::float8 $$;
create function pg_temp.time_at(n bigint) returns timestamptz language sql stable
  as $$ select date_trunc('second', now() - interval '90 days' * ((TRADES - n) / TRADES::float8)) $$;

-- Indexes are made after the rows, as it is several times as fast.
create temporary table later as
select indexname as name, indexdef as statement from pg_indexes where schemaname = 'public'
  and tablename in ('tx', 'trade', 'pool_sync', 'transfer', 'holder', 'candle', 'share_trade', 'points_day')
  and not exists (select from pg_constraint c where c.conname = indexname);
do $$ declare one record; begin
  for one in select * from later loop execute format('drop index %I', one.name); end loop;
end $$;

insert into tx (id, chain_id, hash, block_number, block_hash, time)
select n * 1000000, 31337, sha256(n::text::bytea), n, sha256(('block ' || n)::bytea), pg_temp.time_at(n)
from generate_series(1, TRADES::bigint) n;

-- Of the rest, half are of twenty tokens that were launched lately, half of twenty that are in favour for ten minutes:
-- trades come in bursts. Every tenth token is a market, which has no such trades. Two hundred trades are of the rarest
-- kind, so that a page of them is as full in each database.
insert into trade (id, tx_id, time, token, "user", type, amount_token, amount_usdc, price, routing_leg)
select n * 1000000 + 4, n * 1000000, pg_temp.time_at(n),
  pg_temp.token_at(case when place % 10 = 3 then place + 1 else place end), pg_temp.wallet_at(wallet),
  case when n % 5000 = 0 then 2 when n % (TRADES / 200) = 2 then 3 when pg_temp.part(n, 5) < 0.3 then 1 else 0 end,
  pg_temp.units(1000 + n % 977), pg_temp.units(1 + (100000 * power(pg_temp.part(n, 8), 4))::bigint),
  1000000000000000000::numeric + n % 1000000 * 1000000007::numeric, n % 25 = 7
from generate_series(1, TRADES::bigint) n,
  lateral (select pg_temp.part(n, 1), floor(pg_temp.part(n, 2) * 20)::bigint,
    TOKENS * n / TRADES, n * 12960 / TRADES) chance (kind, one, launched, slot),
  lateral (select case when n % (TRADES / 1000) = 7 then 1 when n % 100 = 50 then 0
    else 2 + floor(power(pg_temp.part(n, 3), 2) * (WALLETS - 2))::bigint end) who (wallet),
  lateral (select case
    when wallet < 2 then 1 + n / 100 % 50
    when kind < 0.2 then 2
    when kind < 0.3 then 1
    when kind < 0.65 then greatest(4, launched - one)
    else 4 + floor(power(pg_temp.part(slot * 20 + one, 4), 3) * greatest(0, launched - 4))::bigint
    end) what (place);

insert into wallet_trades (wallet, buys, sells, volume)
select "user", count(*) filter (where type in (0, 2)), count(*) filter (where type in (1, 3)), sum(amount_usdc)
from trade where not routing_leg group by 1;

-- Prices move slowly and stay where they are.
insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
select id - 1, tx_id, time, token, pg_temp.units(10000000 + (1000000 * sin(n / 5000.0))::bigint + n % 9973),
  pg_temp.units(10000000 + (1000000 * cos(n / 7000.0))::bigint + n % 9967)
from trade, lateral (select id / 1000000) block (n);

-- The payment, the tokens, and the tax.
insert into transfer (id, tx_id, token, "from", "to", value, time)
select t.id - 4 + leg.place, t.tx_id, case when leg.place = 2 then t.token else 'USDB' end,
  case when leg.place = 5 or is_buy = (leg.place = 2) then t.token else t."user" end,
  case when leg.place = 5 then '0xf' || repeat('0', 38) || '1'
    when is_buy = (leg.place = 2) then t."user" else t.token end,
  case leg.place when 2 then t.amount_token when 1 then t.amount_usdc else div(t.amount_usdc, 100) end, t.time
from trade t, lateral (select t.type in (0, 2)) side (is_buy), (values (1), (2), (5)) leg (place);

insert into project (id, address, description, website, comment_count)
select n, pg_temp.token_at(n), 'What token number ' || n || ' is for', 'https://example.com/' || n, 0
from generate_series(1, TOKENS::bigint) n;
select setval(pg_get_serial_sequence('project', 'id'), TOKENS);

insert into holder (token, wallet, balance)
select token, "user", sum(case when type in (0, 2) then amount_token else -amount_token end)
from trade group by 1, 2
having sum(case when type in (0, 2) then amount_token else -amount_token end) > 0 order by 1, 2;
insert into holder (token, wallet, balance)
select address, address, 1000000000000000000000000000 from project;

insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0, base_reserve1, created_at,
  created_block, sync_id, reserve0, reserve1, first_sync_id, first_reserve1, trade_count, last_activity_at,
  holder_count, holder_supply, is_prediction, prediction_type)
select p.address, n, case when n % 10 = 3 then 'Will number ' || n || ' be ' else '' end || word || ' ' || n,
  upper(left(word, 4)) || n, pg_temp.wallet_at(2 + floor(power(pg_temp.part(n, 9), 2) * TOKENS)::bigint), 1 + n % 90,
  10000000000000000000000, 10000000000000000000000, pg_temp.time_at(launch), launch, s.last, latest.reserve0,
  latest.reserve1, s.first, earliest.reserve1, coalesce(traded.trades, 0), traded.time, held.holders, held.supply,
  n % 10 = 3, case when n % 10 = 3 then 'public' end
from project p
cross join lateral (select p.id::bigint, greatest(1, p.id::bigint * TRADES / TOKENS)) made (n, launch)
cross join lateral (select ('{kelp,reef,cove,tarn,gull,crab,dune,sand,wave,foam}'::text[])[1 + n / 7 % 10]) named (word)
left join (select token, min(id) as first, max(id) as last from pool_sync group by 1) s on s.token = p.address
left join pool_sync earliest on earliest.id = s.first
left join pool_sync latest on latest.id = s.last
left join (select token, count(*) filter (where not routing_leg) as trades, max(time) as time from trade group by 1)
  traded on traded.token = p.address
left join (select token, count(*) as holders, sum(balance) as supply from holder group by 1) held
  on held.token = p.address;

insert into token_creation (id, tx_id, token, name, symbol, creator, multiplier, base_reserve0, base_reserve1)
select created_block * 1000000::bigint + 10, created_block * 1000000::bigint, address, name, symbol, dev, multiplier,
  base_reserve0, base_reserve1 from token where project_id > 1;
insert into token_skeleton (token, symbol, name) select address, lower(symbol), lower(name) from token;
insert into token_reading (token, frozen, bonding_target, bonding_needed, has_bonded, read_block)
select address, project_id % 50 = 5, 1000000000000000000000, (project_id % 100) * 10000000000000000000::numeric,
  project_id % 4 <> 0, TRADES from token;

insert into candle (token, interval_seconds, bucket, open, high, low, close, open_id, close_id, volume)
select c.token, 60, c.bucket, first.reserve1::numeric(160, 60) / first.reserve0, c.high, c.low,
  last.reserve1::numeric(160, 60) / last.reserve0, c.open_id, c.close_id, c.volume
from (
  select s.token, floor(extract(epoch from s.time) / 60)::int * 60 as bucket, min(s.id) as open_id,
    max(s.id) as close_id, max(s.reserve1::numeric(160, 60) / s.reserve0) as high,
    min(s.reserve1::numeric(160, 60) / s.reserve0) as low,
    coalesce(sum(t.amount_usdc) filter (where not t.routing_leg), 0) as volume
  from pool_sync s join trade t on t.id = s.id + 1 group by 1, 2
) c join pool_sync first on first.id = c.open_id join pool_sync last on last.id = c.close_id
order by c.token, c.bucket;
insert into candle (token, interval_seconds, bucket, open, high, low, close, open_id, close_id, volume)
select token, step, bucket / step * step, (min(array[open_id, open]))[2], max(high), min(low),
  (max(array[close_id, close]))[2], min(open_id), max(close_id), sum(volume)
from candle, unnest(array[300, 900, 3600, 14400, 86400]) step where interval_seconds = 60
group by 1, 2, 3 order by 1, 2, 3;

-- Markets: a twentieth as many purchases as trades, a fifth of them of market 3, whose four outcomes are alike.
insert into market (token, kind, is_private_event, end_time, options, base_reserve, challenge_seconds,
  voting_seconds, veto_seconds, proposed_outcome, proposer, proposed_at, final_outcome, resolved_at)
select address, 'public', false, now() + make_interval(days => project_id / 10 % 5 - 2),
  '["North", "East", "South", "West"]', 1250000000000000000000, 1800, 1800, 1800,
  case when project_id / 10 % 3 = 2 then 1 end, case when project_id / 10 % 3 = 2 then dev end,
  case when project_id / 10 % 3 = 2 then now() - interval '1 hour' end,
  case when project_id / 10 % 9 = 2 then 1 end, case when project_id / 10 % 9 = 2 then now() end
from token where is_prediction;
insert into market_creation (id, tx_id, token, kind, is_private_event, end_time, options, base_reserve,
  challenge_seconds, voting_seconds, veto_seconds)
select created_block * 1000000::bigint + 11, created_block * 1000000::bigint, m.token, m.kind, m.is_private_event,
  m.end_time, m.options, m.base_reserve, m.challenge_seconds, m.voting_seconds, m.veto_seconds
from market m join token t on t.address = m.token;
insert into share_trade (id, tx_id, time, token, buyer, outcome, shares, usdc, reserve, total_reserve)
select n * 1000000 + 6, n * 1000000, pg_temp.time_at(n),
  pg_temp.token_at(3 + case when pg_temp.part(n, 1) < 0.2 then 0 else floor(pg_temp.part(n, 2) * TOKENS / 10) * 10
    end::bigint), pg_temp.wallet_at(case when n % (TRADES / 50) < 40 then n % (TRADES / 50) / 20
    else 2 + floor(power(pg_temp.part(n, 3), 2) * (WALLETS - 2))::bigint end), n / 20 % 4,
  pg_temp.units(2 + n % 97), pg_temp.units(1 + n % 89), pg_temp.units(2000000 + n), pg_temp.units(8000000 + 4 * n)
from generate_series(20, TRADES::bigint, 20) n;
insert into market_outcome (token, outcome, paid, shares)
select m.token, o, coalesce(sum(s.usdc), 0), coalesce(sum(s.shares), 0)
from market m cross join generate_series(0, 3) o left join share_trade s on s.token = m.token and s.outcome = o
group by 1, 2;
insert into share_holder (token, outcome, wallet, shares)
select token, outcome, buyer, sum(shares) from share_trade group by 1, 2, 3 order by 1, 2, 3;
insert into market_flow (token, interval_seconds, bucket, outcome, paid)
select token, step, floor(extract(epoch from time) / step)::int * step, outcome, sum(usdc)
from share_trade, unnest(array[300, 3600, 86400]) step group by 1, 2, 3, 4 order by 1, 2, 3, 4;
update market m set paid_in = s.paid, volume = s.paid, trade_count = s.trades
from (select token, sum(usdc) as paid, count(*) as trades from share_trade group by 1) s where s.token = m.token;
update token t set last_activity_at = s.time
from (select token, max(time) as time from share_trade group by 1) s where s.token = t.address;

insert into order_event (id, tx_id, time, token, order_id, kind, seller, outcome, total_amount, price)
select n * 1000000 + 7, n * 1000000, pg_temp.time_at(n),
  pg_temp.token_at(3 + case when n % 250 = 0 then 0 else floor(pg_temp.part(n, 2) * TOKENS / 10) * 10 end::bigint),
  n / 50, 0, pg_temp.wallet_at(case when n % 1000 = 0 then 0 else floor(pg_temp.part(n, 3) * WALLETS)::bigint end),
  n / 50 % 4, 9000000000000000000, 1000000000000000 * (n % 300 + 1)
from generate_series(50, TRADES::bigint, 50) n;
insert into market_order (token, order_id, public_id, row_id, tx_id, seller, outcome, total_amount, price, amount,
  status, created_at, updated_at)
select token, order_id, 'c' || left(md5(token || ':' || order_id), 24), id, tx_id, seller, outcome, total_amount, price,
  case order_id % 3 when 0 then 0 else 5000000000000000000 end,
  case order_id % 3 when 0 then 'FILLED' when 1 then 'ACTIVE' else 'CANCELLED' end, time, time
from order_event;
insert into market_order_count (token, outcome, status, orders)
select token, outcome, status, count(*) from market_order group by 1, 2, 3;
insert into market_event (id, tx_id, time, token, action, wallet, outcome)
select created_block * 1000000::bigint + 12, created_block * 1000000::bigint, now(), token, 'propose', dev, 1
from market join token on address = token where proposed_at is not null;

insert into profile (wallet, username, username_key)
select pg_temp.wallet_at(n), 'Diver' || n, 'diver' || n from generate_series(0, WALLETS::bigint, 10) n;
insert into comment (project_id, author, ordinal, content, created_at)
select case when n % 10 = 0 then 2 else 1 + floor(pg_temp.part(n, 2) * TOKENS)::int end,
  pg_temp.wallet_at(floor(pg_temp.part(n, 3) * WALLETS)::bigint), n, 'Said in passing, number ' || n,
  pg_temp.time_at(n * 100)
from generate_series(1, TRADES::bigint / 100) n;
update project p set comment_count = c.rows
from (select project_id, count(*) as rows from comment group by 1) c where c.project_id = p.id;
insert into whitelist_event (id, tx_id, token, wallet, amount, tag)
select n * 1000000 + 13, n * 1000000, pg_temp.token_at(2), pg_temp.wallet_at(n / 100), 1000000000000000000, 'friend'
from generate_series(100, TRADES::bigint, 100) n;
insert into whitelist_entry (token, wallet, event_id) select token, wallet, id from whitelist_event;
insert into whitelist_count (token, entries) select token, count(*) from whitelist_entry group by 1;

insert into points_day (wallet, day, trading, prediction, creator, positions, own, referral, own_at, reached_at)
select "user", day, usd, 0, 0, 0, usd, 0, time, time from (
  select "user", time::date as day, max(time) as time, trunc(sum(amount_usdc) / 1000000000000000000, 18) as usd
  from trade group by 1, 2 order by 1, 2
) earned;
insert into positions_day (id, day) values (1, current_date) on conflict do nothing;
insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block, head_time)
values (1, 31337, '\x00', TRADES, now(), TRADES, now());

-- Triggers count these.
set session_replication_role = origin;
insert into wallet_points (wallet, total, reached_at, computed_at)
select wallet, trunc(sum(own)), max(reached_at), now() from points_day group by 1;
select resize_rank_chunks();
insert into agent (wallet, agent_id, name)
select pg_temp.wallet_at(n), n, 'Agent ' || n from generate_series(1, WALLETS::bigint, 200) n;
-- The rounds of one contract, with a position of wallet 0 in each.
insert into updown_round (contract, tf, round_id, start_time, end_time, start_price, seed_bonus, outcome, settled_at,
  settler, end_price, end_price_round_id, bet_count, bull_bettors, bear_bettors, bull_pool, bear_pool, shares_bull,
  shares_bear, won_count, refunded_count, paid_out)
select '0xe' || repeat('0', 38) || '1', 0, n, at, at + interval '5 minutes', 9500000000000 + n, 0, 1 + n % 2,
  at + interval '6 minutes', pg_temp.wallet_at(2), 9500000000000 + n + 1 - n % 2 * 2, n, 1, 1, 0,
  pg_temp.units(n), 0, pg_temp.units(n), 0, 1 - n % 2, 0, case when n % 2 = 0 then pg_temp.units(n) else 0 end
from generate_series(1, TRADES::bigint / 100) n, lateral (select pg_temp.time_at(n * 100)) moment (at);
insert into updown_position (wallet, contract, tf, round_id, side, bet_count, stake, shares, bet_id, placed_at, outcome,
  payout, claimed_at, state)
select pg_temp.wallet_at(0), contract, tf, round_id, 1, 1, bull_pool, shares_bull, round_id * 100000000::bigint + 14,
  start_time, outcome, case outcome when 1 then paid_out end, case outcome when 1 then settled_at end, 'closed'
from updown_round;
insert into vault_event (id, tx_id, time, wallet, action, amount, amount_out, share_price)
select n * 1000000 + 8, n * 1000000, pg_temp.time_at(n),
  pg_temp.wallet_at(case when n % 1000 = 0 then 0 else n % WALLETS end),
  case when n % 300 = 0 then 'unwrap' else 'wrap' end, 1000000000000000000, 900000000000000000, 1100000000000000000
from generate_series(100, TRADES::bigint, 100) n;
insert into vault_price (block, time, price)
select n, pg_temp.time_at(n), 1100000000000000000 from generate_series(100, TRADES::bigint, 100) n;
insert into loan_event (id, tx_id, time, source, action, wallet, borrower, loan_id, hub_id, data, token, collateral,
  full_amount, borrowed_amount, creation_time, liquidation_time, liquidated, active)
select n * 1000000 + 9, n * 1000000, at, 'hub', 'created',
  pg_temp.wallet_at(case when n % 1000 = 0 then 0 else n % WALLETS end), '0xf' || repeat('0', 38) || '2',
  n / 200, n / 200, '{}', pg_temp.token_at(case when n % 600 = 0 then 2 else 4 + n % (TOKENS / 10 - 1) * 10 end),
  1000000000000000000000, 500000000000000000000, 500000000000000000000, extract(epoch from at)::int,
  extract(epoch from at)::int + 8640000, false, n % 400 = 0
from generate_series(200, TRADES::bigint, 200) n, lateral (select pg_temp.time_at(n)) moment (at);
insert into loan (borrower, loan_id, source, wallet, hub_id, token, collateral, full_amount, borrowed_amount,
  creation_time, liquidation_time, liquidated, active, row_id, tx_id, updated_at)
select borrower, loan_id, source, wallet, hub_id, token, collateral, full_amount, borrowed_amount, creation_time,
  liquidation_time, liquidated, active, id, tx_id, time from loan_event;

do $$ declare one record; begin
  for one in select * from later loop execute one.statement; end loop;
end $$;
