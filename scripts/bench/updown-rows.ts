import type pg from "pg"

const assets = ["btc", "eth", "bnb", "cake", "doge"] as const

/** The contracts of the five assets. */
export const contracts = assets.map((_, n) => `0x${`${n + 1}`.repeat(40)}`)
export const UPDOWN_BOOK = Object.fromEntries(assets.map((asset, n) => [asset, contracts[n]]))

/** Bets in every round of BTC; half of what it won is not claimed. */
export const WALLET = `0x${"f".repeat(40)}`

const POOL = "1000000000000000000000::numeric"
const SHARES = "1300000000000000000000::numeric"

/** Rounds of 5 minutes without gap up to now, all but the last decided; every fiftieth is canceled. */
export async function fillRounds(pool: pg.Pool, rounds: number) {
  await pool.query(
    `insert into updown_round (contract, tf, round_id, start_time, end_time, start_price, seed_bonus,
      outcome, settled_at, settler, end_price, end_price_round_id, bet_count, bull_bettors,
      bear_bettors, bull_pool, bear_pool, shares_bull, shares_bear, won_count, refunded_count, paid_out)
    select contract, 0, n, at, at + interval '5 minutes', 9500000000000 + n, n, outcome,
      case when outcome > 0 then at + interval '5 minutes 5 seconds' end,
      case when outcome > 0 then contract end, case when outcome > 0 then 9500000000001 + n end,
      case when outcome > 0 then 18446744073709551616 + n end, 20, 5, 5, ${POOL} + n, ${POOL} - n,
      ${SHARES}, ${SHARES} + n, 3, 0, ${POOL}
    from unnest($2::text[]) contract, generate_series(1, $1::int) n,
      lateral (select date_trunc('minute', now()) - make_interval(mins => ($1::int - n) * 5)) start (at),
      lateral (select case when n = $1::int then 0 when n % 50 = 0 then 3 else 1 + n % 2 end) ending (outcome)`,
    [rounds, contracts],
  )
  await pool.query(
    `insert into updown_position (wallet, contract, tf, round_id, side, bet_count, stake, shares,
      bet_id, placed_at, outcome, payout, claimed_at, state)
    select $2, contract, 0, round_id, 1, 2, 10000000000000000000 + round_id, ${SHARES} / 100,
      round_id * 1000000::bigint, start_time, outcome,
      case when outcome = 1 and round_id % 4 = 1 then 19000000000000000000 end,
      case when outcome = 1 and round_id % 4 = 1 then settled_at end,
      case when outcome = 0 then 'active' when outcome = 2 or outcome = 1 and round_id % 4 = 1
        then 'closed' else 'claimable' end
    from updown_round where contract = $1`,
    [contracts[0], WALLET],
  )
  await pool.query("vacuum analyze")
}
