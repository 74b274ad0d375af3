import type pg from "pg"
import { MAIN } from "./sample-rows"

/** A wallet with so many loans, and as many events of loans, of the vault and of vesting schedules. */
export type Borrower = { wallet: string; rows: number; place: number }

const HUB = `0x${"4b".repeat(20)}`

/** One event of each kind a block, of every source and action in turn. Totals are kept by the tables' triggers. */
export async function fillLending(pool: pg.Pool, { wallet, rows, place }: Borrower) {
  await pool.query(
    `insert into tx (id, chain_id, hash, block_number, block_hash, time)
    select n * 1000000::bigint, 31337, sha256(n::text::bytea), n, '\\x00',
      date_trunc('second', now()) - make_interval(secs => (100000 - n) * 5)
    from generate_series(1, $1::int) n on conflict do nothing`,
    [rows],
  )
  for (const statement of STATEMENTS) await pool.query(statement, [wallet, rows, place])
}

const SOURCES = `('{hub,vault,leverage,vesting}'::text[])[n % 4 + 1]`
/** The core book counts the loans of the hub, and those of each trader. */
const BORROWER = `case when n % 4 = 2 then $1 else '${HUB}' end`
const STATE = `'${MAIN}', 9000000000000000000::numeric + n, 5000000000000000000::numeric + n,
  4000000000000000000::numeric, extract(epoch from tx.time)::int`
const FROM = "from tx, lateral (select block_number as n) block where n <= $2::int"

const STATEMENTS = [
  `insert into loan_event (id, tx_id, time, source, action, wallet, borrower, loan_id, hub_id, data,
    token, collateral, full_amount, borrowed_amount, creation_time, liquidation_time, liquidated, active)
  select tx.id + 10 + $3, tx.id, tx.time, ${SOURCES},
    ('{created,repaid,extended,increased,partial_sell,liquidated,liquidation_claimed}'::text[])[n / 4 % 7 + 1],
    $1, ${BORROWER}, n * 2 + $3, n, '{"days": 30}', ${STATE}, extract(epoch from tx.time)::int + 2592000,
    false, true
  ${FROM}`,
  `insert into loan (borrower, loan_id, source, wallet, hub_id, token, collateral, full_amount,
    borrowed_amount, creation_time, liquidation_time, liquidated, active, row_id, tx_id, updated_at)
  select ${BORROWER}, n * 2 + $3, ${SOURCES}, $1, n, ${STATE},
    extract(epoch from tx.time)::int + 2592000, n % 3 = 1, n % 3 = 0, tx.id + 10 + $3, tx.id, tx.time
  ${FROM}`,
  `insert into vault_event (id, tx_id, time, wallet, action, amount, amount_out, share_price)
  select tx.id + 20 + $3, tx.id, tx.time, $1, ('{wrap,unwrap,lock,unlock}'::text[])[n % 4 + 1],
    1000000000000000000::numeric + n, 1000000000000000000::numeric, 1000000000000000000::numeric
  ${FROM}`,
  `insert into vesting_event (id, tx_id, time, vesting_id, action, wallet, token, amount, data)
  select tx.id + 30 + $3, tx.id, tx.time, n % 50 + 100 * $3,
    ('{created,claimed,extended,beneficiary_changed,tokens_added,creator_changed}'::text[])[n % 6 + 1],
    $1, '${MAIN}', 1000000000000000000::numeric + n, '{}'
  ${FROM}`,
  `insert into vesting_party (wallet, id, action, vesting_id)
  select wallet, id, action, vesting_id from vesting_event where wallet = $1 and $2::int > 0 and $3::int >= 0`,
]
