-- An exchange as large as it may get in a while, whose tokens are 0xb…1 to 0xb…2710. First transactions, one a block, five
-- seconds apart.
insert into tx (id, chain_id, hash, block_number, block_hash, time)
select n * 1000000::bigint, 31337, sha256(n::text::bytea), n, '\x00',
  date_trunc('second', now()) - make_interval(secs => (300000 - n) * 5)
from generate_series(1, 300000) n;

insert into project (address, description, website)
select '0xb' || lpad(to_hex(n), 39, '0'), 'Token number ' || n, 'https://example.com/' || n
from generate_series(1, 10000) n;

-- Half of the trades are of one token, the two last types rare.
insert into trade (id, tx_id, time, token, "user", type, amount_token, amount_usdc, price, routing_leg)
select tx.id + 4, tx.id, tx.time,
  '0xb' || lpad(to_hex(case when n % 2 = 0 then 2 else 1 + n % 10000 end), 39, '0'),
  '0xd' || lpad(to_hex(n::bigint * 7919 % 1000), 39, '0'),
  case when n % 50000 = 0 then 2 when n % 100000 = 2 then 3 else n / 2 % 2 end,
  1000000000000000000::numeric * (n % 977 + 1) + n, 1000000000000000000::numeric * (n % 499 + 1),
  1000000000000000000::numeric + n * 1000000007::numeric, false
from tx, lateral (select block_number as n) block;

-- The first of each token, then of the main token.
insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
select tx.id + 3, tx.id, tx.time, '0xb' || lpad(to_hex(case when n > 10000 then 1 else n end), 39, '0'),
  10000000000000000000000::numeric + n * 1000003::numeric,
  10000000000000000000000::numeric + n * 3000017::numeric
from tx, lateral (select block_number as n) block where n % 10 = 0 or n <= 10000;

insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0, base_reserve1, created_at,
  created_block, sync_id, reserve0, reserve1, first_sync_id, first_reserve1, trade_count, last_activity_at)
select p.address, p.id, 'Token ' || p.id, 'T' || p.id, '0xe' || lpad(to_hex(p.id % 300), 39, '0'),
  1 + p.id % 90, 1000000000000000000000, 1000000000000000000000, tx.time, p.id, last.id, last.reserve0,
  last.reserve1, first.id, first.reserve1, 100, tx.time
from project p join tx on tx.id = p.id * 1000000::bigint
join lateral (select * from pool_sync s where s.token = p.address order by id limit 1) first on true
join lateral (select * from pool_sync s where s.token = p.address order by id desc limit 1) last on true;

-- Candles of one week by the hour, of the tokens that are asked for.
insert into candle
select '0xb' || lpad(to_hex(token), 39, '0'), 3600, bucket, 1 + n / 3.0, 2 + n / 3.0, 0.5 + n / 3.0,
  1.5 + n / 3.0, n, n
from generate_series(1, 10000) token, generate_series(0, 200) n,
  lateral (select (floor(extract(epoch from now()) / 3600)::int - n) * 3600 as bucket) place
where token < 3 or token % 10 = 4;

-- What 1,000 and 1,000,000 changes of a pool in ninety days make.
insert into candle
select '0xb' || lpad(to_hex(token), 39, '0'), step, floor(at / step) * step, 1, 2, 0.5, 1.5, n, n
from (values (17, 1000), (18, 1000000)) history (token, syncs),
  unnest(array[60, 300, 900, 3600, 14400, 86400]) step,
  lateral (select least(syncs, 7776000 / step)) has (candles), generate_series(0, candles - 1) n,
  lateral (select extract(epoch from now())::bigint - n::bigint * 7776000 / candles) moment (at)
on conflict do nothing;

-- Every tenth token is a market; a third of them is proposed, a third of those resolved.
insert into market (token, kind, is_private_event, end_time, options, base_reserve, challenge_seconds,
  voting_seconds, veto_seconds, proposed_outcome, proposer, proposed_at, final_outcome, resolved_at)
select token, 'public', false, now() + make_interval(days => place % 5 - 2),
  '["North", "East", "South", "West"]', 1250000000000000000000, 1800, 1800, 1800,
  case when place % 3 = 2 then 1 end, case when place % 3 = 2 then token end,
  case when place % 3 = 2 then now() - interval '1 hour' end,
  case when place % 9 = 2 then 1 end, case when place % 9 = 2 then now() end
from generate_series(1, 1000) place,
  lateral (select '0xb' || lpad(to_hex(place * 10 - 7), 39, '0')) made (token);

update token t set is_prediction = true, prediction_type = 'public' from market m where m.token = t.address;

insert into market_outcome (token, outcome) select token, n from market, generate_series(0, 3) n;

-- A market's page names the transaction that created it; no event has an id one above its transaction's.
insert into market_creation (id, tx_id, token, kind, is_private_event, end_time, options, base_reserve,
  challenge_seconds, voting_seconds, veto_seconds)
select tx.id + 1, tx.id, m.token, m.kind, m.is_private_event, m.end_time, m.options, m.base_reserve,
  m.challenge_seconds, m.voting_seconds, m.veto_seconds
from market m join token t on t.address = m.token join tx on tx.block_number = t.created_block;

-- Purchases and orders of a market with very many, and of one that is open with as many as those of the sample.
create temporary table traded as
select '0xb' || lpad(to_hex(place), 39, '0') as token, rows, tx.id as tx_id, tx.time, tx.block_number as n
from (values (3, 100000), (33, 60)) market (place, rows) join tx on tx.block_number <= rows;

insert into share_trade (id, tx_id, time, token, buyer, outcome, shares, usdc, reserve, total_reserve)
select tx_id + case when rows > 1000 then 5 else 6 end, tx_id, time, token,
  '0xd' || lpad(to_hex(n::bigint * 7919 % 1000), 39, '0'), n % 4,
  2000000000000000000::numeric + n, 1000000000000000000::numeric + n,
  1250000000000000000000 + n * 1000000000000000000::numeric,
  5000000000000000000000 + n * 4000000000000000000::numeric
from traded;

insert into market_order (token, order_id, public_id, row_id, tx_id, seller, outcome, total_amount, price, amount,
  status, created_at, updated_at)
select token, n, 'c' || left(md5(token || n), 24), tx_id + 7, tx_id,
  '0xd' || lpad(to_hex(n::bigint * 7919 % 1000), 39, '0'), n % 4, 9000000000000000000,
  1000000000000000 * (n % 300 + 1),
  case n / 4 % 3 when 0 then 5000000000000000000::numeric when 1 then 0 else 7 end,
  case n / 4 % 3 when 0 then 'ACTIVE' when 1 then 'FILLED' else 'CANCELLED' end, time, time
from traded;

insert into market_order_count (token, outcome, status, orders)
select token, outcome, status, count(*) from market_order group by 1, 2, 3;

insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block, head_time)
values (1, 31337, '\x00', 300000, now(), 300000, now());
