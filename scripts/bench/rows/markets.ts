import type pg from "pg"

type Size = { token: string; rows: number }

/** Makes markets of these tokens; a third of them is proposed, a third of those resolved. */
export const MARKETS = `with made as (
    insert into market (token, kind, is_private_event, end_time, options, base_reserve,
      challenge_seconds, voting_seconds, veto_seconds, proposed_outcome, proposer, proposed_at,
      final_outcome, resolved_at)
    select token, 'public', false, now() + make_interval(days => place::int % 5 - 2),
      '["North", "East", "South", "West"]', 1250000000000000000000, 1800, 1800, 1800,
      case when place % 3 = 2 then 1 end, case when place % 3 = 2 then token end,
      case when place % 3 = 2 then now() - interval '1 hour' end,
      case when place % 9 = 2 then 1 end, case when place % 9 = 2 then now() end
    from unnest($1::text[]) with ordinality as given (token, place)
    returning token
  ), listed as (
    update token t set is_prediction = true, prediction_type = 'public'
    from made where t.address = made.token
  )
  insert into market_outcome (token, outcome) select token, n from made, generate_series(0, 3) n`

/** Purchases and orders of a market, in the blocks that are there. */
export async function fillTrading(pool: pg.Pool, { token, rows }: Size) {
  await pool.query(
    `insert into share_trade (id, tx_id, time, token, buyer, outcome, shares, usdc, reserve,
      total_reserve)
    select tx.id + case when $2 > 1000 then 5 else 6 end, tx.id, tx.time, $1,
      '0xd' || lpad(to_hex(n::bigint * 7919 % 1000), 39, '0'), n % 4,
      2000000000000000000::numeric + n, 1000000000000000000::numeric + n,
      1250000000000000000000 + n * 1000000000000000000::numeric,
      5000000000000000000000 + n * 4000000000000000000::numeric
    from tx, lateral (select block_number as n) block where n <= $2::int`,
    [token, rows],
  )
  await pool.query(
    `insert into market_order (token, order_id, public_id, row_id, tx_id, seller, outcome,
      total_amount, price, amount, status, created_at, updated_at)
    select $1, n, 'c' || left(md5($1 || n), 24), tx.id + 7, tx.id,
      '0xd' || lpad(to_hex(n::bigint * 7919 % 1000), 39, '0'), n % 4, 9000000000000000000,
      1000000000000000 * (n % 300 + 1),
      case n / 4 % 3 when 0 then 5000000000000000000::numeric when 1 then 0 else 7 end,
      case n / 4 % 3 when 0 then 'ACTIVE' when 1 then 'FILLED' else 'CANCELLED' end, tx.time, tx.time
    from tx, lateral (select block_number as n) block where n <= $2::int`,
    [token, rows],
  )
  await pool.query(
    `insert into market_order_count (token, outcome, status, orders)
    select token, outcome, status, count(*) from market_order where token = $1 group by 1, 2, 3`,
    [token],
  )
}
