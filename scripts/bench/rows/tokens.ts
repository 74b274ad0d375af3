import type pg from "pg"
import { fillTrading, MARKETS } from "./markets"

/** An exchange as large as it may get in a while: what the API benches read. */
export const MAIN = `0xb${"1".padStart(39, "0")}`
export const USDB = `0x${"c".repeat(40)}`

/** The token that most of the trades are of. */
export const BUSIEST_TOKEN = `0xb${"2".padStart(39, "0")}`

/** The market with 100,000 purchases of shares, one of a thousand. */
export const MARKET = `0xb${"3".padStart(39, "0")}`
export const PURCHASES = 100_000

/** A market that is open. */
export const OPEN_MARKET = `0xb${"21".padStart(39, "0")}`

const ZERO = `0x${"0".repeat(40)}`
const TOKENS = 10_000
const TRADES = 300_000

const CONTRACTS =
  "factory swap marketTrading loanHub vesting staking resolver privateMarket reader leverage taxes identityRegistry"

export const ADDRESS_BOOK = JSON.stringify({
  chainId: 31337,
  startBlock: 0,
  usdb: USDB,
  mainToken: MAIN,
  upDown: { btc: ZERO, eth: ZERO, bnb: ZERO, cake: ZERO, doge: ZERO },
  ...Object.fromEntries(CONTRACTS.split(" ").map((name) => [name, ZERO])),
})

/** Tokens with so many changes of their pool in ninety days, which candles are made of. */
export const SMALL_HISTORY = { token: `0xb${"11".padStart(39, "0")}`, syncs: 1_000 }
export const LARGE_HISTORY = { token: `0xb${"12".padStart(39, "0")}`, syncs: 1_000_000 }

const HISTORY = `insert into candle
  select $1, step, floor(at / step) * step, 1, 2, 0.5, 1.5, n, n
  from unnest(array[60, 300, 900, 3600, 14400, 86400]) step,
    lateral (select least($2::int, 7776000 / step)) has (candles), generate_series(0, candles - 1) n,
    lateral (select extract(epoch from now())::bigint - n::bigint * 7776000 / candles) moment (at)
  on conflict do nothing`

const STEPS: [sql: string, values?: unknown[]][] = [
  // Transactions, one a block, five seconds apart.
  [
    `insert into tx (id, chain_id, hash, block_number, block_hash, time)
    select n * 1000000::bigint, 31337, sha256(n::text::bytea), n, '\\x00',
      date_trunc('second', now()) - make_interval(secs => ($1 - n) * 5)
    from generate_series(1, $1::int) n`,
    [TRADES],
  ],
  // Projects.
  [
    `insert into project (address, description, website)
    select '0xb' || lpad(to_hex(n), 39, '0'), 'Token number ' || n, 'https://example.com/' || n
    from generate_series(1, $1::int) n`,
    [TOKENS],
  ],
  // Trades: half of them of one token, the two last types rare.
  [
    `insert into trade (id, tx_id, time, token, "user", type, amount_token, amount_usdc, price,
      routing_leg)
    select tx.id + 4, tx.id, tx.time,
      '0xb' || lpad(to_hex(case when n % 2 = 0 then 2 else 1 + n % $1 end), 39, '0'),
      '0xd' || lpad(to_hex(n::bigint * 7919 % 1000), 39, '0'),
      case when n % 50000 = 0 then 2 when n % 100000 = 2 then 3 else n / 2 % 2 end,
      1000000000000000000::numeric * (n % 977 + 1) + n, 1000000000000000000::numeric * (n % 499 + 1),
      1000000000000000000::numeric + n * 1000000007::numeric, false
    from tx, lateral (select block_number as n) block`,
    [TOKENS],
  ],
  // Sync rows: the first of each token, then of the main token.
  [
    `insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
    select tx.id + 3, tx.id, tx.time,
      '0xb' || lpad(to_hex(case when n > $1 then 1 else n end), 39, '0'),
      10000000000000000000000::numeric + n * 1000003::numeric,
      10000000000000000000000::numeric + n * 3000017::numeric
    from tx, lateral (select block_number as n) block where n % 10 = 0 or n <= $1`,
    [TOKENS],
  ],
  // Tokens.
  [
    `insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0,
      base_reserve1, created_at, created_block, sync_id, reserve0, reserve1, first_sync_id,
      first_reserve1, trade_count, last_activity_at)
    select p.address, p.id, 'Token ' || p.id, 'T' || p.id, '0xe' || lpad(to_hex(p.id % 300), 39, '0'),
      1 + p.id % 90, 0, 0, tx.time, p.id, last.id, last.reserve0, last.reserve1, first.id,
      first.reserve1, 100, tx.time
    from project p join tx on tx.id = p.id * 1000000::bigint
    join lateral (
      select * from pool_sync s where s.token = p.address order by id limit 1
    ) first on true
    join lateral (
      select * from pool_sync s where s.token = p.address order by id desc limit 1
    ) last on true`,
  ],
  // Candles of one week by the hour, of the tokens that are asked for.
  [
    `insert into candle
    select address, 3600, bucket, 1 + n / 3.0, 2 + n / 3.0, 0.5 + n / 3.0, 1.5 + n / 3.0, n, n
    from unnest($1::text[]) token (address), generate_series(0, 200) n,
      lateral (select (floor(extract(epoch from now()) / 3600)::int - n) * 3600 as bucket) place`,
    [[MAIN, BUSIEST_TOKEN, ...listTokens()]],
  ],
  // The index's position.
  [
    `insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block,
      head_time) values (1, 31337, '\\x00', $1, now(), $1, now())`,
    [TRADES],
  ],
]

export async function fillTokens(pool: pg.Pool) {
  for (const [sql, values] of STEPS) await pool.query(sql, values)
  await pool.query(MARKETS, [listMarkets()])
  await fillTrading(pool, { token: MARKET, rows: PURCHASES })
  for (const { token, syncs } of [SMALL_HISTORY, LARGE_HISTORY]) {
    await pool.query(HISTORY, [token, syncs])
  }
}

export function listMarkets() {
  return listAddresses(3, TOKENS, 10)
}

/** No markets. Each has 30 trades and the candles of a week. */
export function listTokens() {
  return listAddresses(4, TOKENS, 10)
}

/** Tokens of these numbers. */
function listAddresses(from: number, to: number, step: number) {
  const count = Math.ceil((to - from) / step)
  return Array.from({ length: count }, (_, at) => {
    return `0xb${(from + at * step).toString(16).padStart(39, "0")}`
  })
}
