import { pool } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { toSkeleton } from "@/lib/tokens/names/skeleton"
import { WAD } from "@/lib/units"
import { deleteRows, resetIdentities } from "./delete-rows"

/** Rows as the indexer leaves them, for tests that need a state and not a chain. */

const zero = `0x${"0".repeat(40)}`
export const MAIN = `0x${"11".repeat(20)}`
export const USDB = `0x${"22".repeat(20)}`
export const FACTORY = `0x${"33".repeat(20)}`

// Read on first use, so that a file which imports this has an address book.
process.env.CONTRACTS ??= JSON.stringify({
  chainId: 31337,
  startBlock: 0,
  factory: FACTORY,
  swap: `0x${"44".repeat(20)}`,
  marketTrading: zero,
  loanHub: zero,
  vesting: zero,
  usdb: USDB,
  mainToken: MAIN,
  staking: zero,
  resolver: zero,
  privateMarket: zero,
  reader: zero,
  leverage: zero,
  taxes: `0x${"55".repeat(20)}`,
  identityRegistry: zero,
  reputationRegistry: zero,
  upDown: { btc: zero, eth: zero, bnb: zero, cake: zero, doge: zero },
  priceFeeds: { btc: zero, eth: zero, bnb: zero, cake: zero, doge: zero },
})

/** A wallet or token address that ends in this number. */
export const addressOf = (number: number) => `0x${number.toString(16).padStart(40, "a")}`

let block = 1_000

/** The number of a block that no row is in yet. */
export const nextBlock = () => ++block

/** A transaction in a block of its own; answers the row id of its log at this index. */
export async function insertTx({ time = new Date(), number = nextBlock(), log = 0 } = {}) {
  const txId = BigInt(number * ROWS_PER_BLOCK)
  await forgetAnswers()
  await pool().query(
    `insert into tx (id, chain_id, hash, block_number, block_hash, time)
      values ($1, 31337, decode(lpad(to_hex($2::int), 64, '0'), 'hex'), $2, '\\x00', $3)
      on conflict do nothing`,
    [txId, number, time],
  )
  return { txId, id: txId + BigInt(log), time, number, hash: hashOf(number) }
}

export const hashOf = (number: number) => `0x${number.toString(16).padStart(64, "0")}`

type NewToken = {
  address?: string
  name?: string
  symbol?: string
  dev?: string
  multiplier?: number
  createdAt?: Date
  description?: string | null
}

let tokens = 0

/** A listed token without any Sync row. */
export async function insertToken(token: NewToken = {}) {
  const number = ++tokens
  const row = {
    address: addressOf(0x70000 + number),
    name: `Token ${number}`,
    symbol: `T${number}`,
    dev: addressOf(1),
    multiplier: 100,
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1_000),
    description: null,
    ...token,
  }
  const { rows } = await pool().query<{ id: number }>(
    "insert into project (address, description) values ($1, $2) returning id",
    [row.address, row.description],
  )
  const id = rows[0]?.id ?? 0
  await pool().query(
    `insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0,
      base_reserve1, created_at, created_block) values ($1, $2, $3, $4, $5, $6, 0, 0, $7, 1)`,
    [row.address, id, row.name, row.symbol, row.dev, row.multiplier, row.createdAt],
  )
  await pool().query(
    "insert into token_skeleton (token, symbol, name) values ($1, $2, $3) on conflict do nothing",
    [row.address, toSkeleton(row.symbol), toSkeleton(row.name)],
  )
  return { ...row, id }
}

type NewSync = { token: string; reserve0: bigint; reserve1: bigint; time?: Date; number?: number }

/** A Sync row with what follows from it: the token's reserves and its candles. */
export async function insertSync({ token, reserve0, reserve1, ...place }: NewSync) {
  const { id, txId, time } = await insertTx(place)
  await pool().query(
    `insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
      values ($1, $2, $3, $4, $5, $6)`,
    [id, txId, time, token, reserve0, reserve1],
  )
  await deriveFromSyncs(token)
  return { id, time }
}

/** Rebuilds a token's reserves and candles from all of its Sync rows, by the definition. */
export async function deriveFromSyncs(token: string) {
  await pool().query("delete from candle where token = $1", [token])
  await pool().query(
    `insert into candle select token, step, bucket,
      (array_agg(price order by id))[1], max(price), min(price),
      (array_agg(price order by id desc))[1], min(id), max(id)
    from (
      select token, id, step, floor(extract(epoch from time) / step)::int * step as bucket,
        round(reserve1::numeric(160, 80) / reserve0, 60) as price
      from pool_sync, unnest(array[60, 300, 900, 3600, 14400, 86400]) step where token = $1
    ) priced group by token, step, bucket`,
    [token],
  )
  await pool().query(
    `update token t set sync_id = newest.id, reserve0 = newest.reserve0, reserve1 = newest.reserve1,
      first_sync_id = first.id, first_reserve1 = first.reserve1
    from (select * from pool_sync where token = $1 order by id limit 1) first,
      (select * from pool_sync where token = $1 order by id desc limit 1) newest
    where t.address = $1`,
    [token],
  )
}

type NewTrade = {
  token: string
  user?: string
  /** 0 buy, 1 sell, 2 leverage_buy, 3 leverage_sell. */
  type?: number
  amountToken?: bigint
  amountUsdc?: bigint
  price?: bigint
  routingLeg?: boolean
  time?: Date
  number?: number
  log?: number
}

/** A trade with what follows from it: the token's counter and last activity. */
export async function insertTrade({ token, number, log, time, ...rest }: NewTrade) {
  const tx = await insertTx({
    ...(number && { number }),
    ...(log && { log }),
    ...(time && { time }),
  })
  const row = {
    user: addressOf(2),
    type: 0,
    amountToken: WAD,
    amountUsdc: WAD,
    price: WAD,
    routingLeg: false,
    ...rest,
  }
  await pool().query(
    `insert into trade (id, tx_id, time, token, "user", type, amount_token, amount_usdc, price,
      routing_leg) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.id,
      tx.txId,
      tx.time,
      token,
      row.user,
      row.type,
      row.amountToken,
      row.amountUsdc,
      row.price,
      row.routingLeg,
    ],
  )
  await pool().query(
    `update token set trade_count = trade_count + 1,
      last_activity_at = greatest(last_activity_at, $2) where address = $1`,
    [token, tx.time],
  )
  return { ...row, ...tx, token }
}

type NewReading = { frozen?: boolean; target?: bigint; needed?: bigint }

/** What the follower has read from a launched token's contract. */
export async function insertReading(
  token: string,
  { frozen = false, target = 0n, needed = 0n }: NewReading = {},
) {
  await pool().query(
    `insert into token_reading (token, frozen, bonding_target, bonding_needed, has_bonded, read_block)
      values ($1, $2, $3, $4, $5, 1)`,
    [token, frozen, target, needed, needed === 0n],
  )
}

type NewSurge = { token: string; time: Date; duration?: number; endedAt?: Date }

/** A surge tax from 5 % to nothing. */
export async function insertSurge({ token, time, duration = 3_600, endedAt }: NewSurge) {
  const { id, txId } = await insertTx({ time })
  await pool().query(
    `insert into surge_start (id, tx_id, time, token, start_rate, end_rate, duration)
      values ($1, $2, $3, $4, 500, 0, $5)`,
    [id, txId, time, token, duration],
  )
  if (!endedAt) return
  const end = await insertTx({ time: endedAt })
  await pool().query(
    "insert into surge_end (id, tx_id, time, token, refund_seconds) values ($1, $2, $3, $4, 1)",
    [end.id, end.txId, endedAt, token],
  )
}

/** A wallet that the token's contract still has on its whitelist. */
export async function insertWhitelisted(token: string, wallet: string, amount = WAD, tag = "") {
  const tx = await insertTx()
  await pool().query(
    "insert into whitelist_event (id, tx_id, token, wallet, amount, tag) values ($1,$2,$3,$4,$5,$6)",
    [tx.id, tx.txId, token, wallet, amount, tag],
  )
  await pool().query(
    `insert into whitelist_entry (token, wallet, event_id) values ($1, $2, $3)
      on conflict (token, wallet) do update set event_id = excluded.event_id`,
    [token, wallet, tx.id],
  )
  return tx
}

export async function insertHolder(token: string, wallet: string, balance: bigint) {
  await pool().query("insert into holder (token, wallet, balance) values ($1, $2, $3)", [
    token,
    wallet,
    balance,
  ])
  await pool().query(
    `update token t set holder_supply = (select coalesce(sum(balance), 0) from holder h
      where h.token = t.address and balance > 0) where address = $1`,
    [token],
  )
}

const emptied = [
  ...["tx", "token_creation", "trade", "pool_sync", "transfer", "whitelist_event", "faucet_claim"],
  ...["referrer_set", "project", "token", "candle", "holder", "whitelist_entry", "whitelist_count"],
  ...["whitelist_removal", "referral", "token_day", "token_reading", "surge_start", "surge_end"],
  ...["market_creation", "share_trade", "order_event", "market_event", "market", "market_outcome"],
  ...["market_flow", "market_order", "market_order_count", "market_day", "share_holder", "comment"],
  ...[
    "loan",
    "loan_event",
    "open_loans",
    "list_count",
    "vault_event",
    "vault_balance",
    "vault_price",
  ],
  ...["yield_injection", "vesting_event", "vesting_reading", "vesting_schedule", "vesting_party"],
  ...["updown_start", "updown_bet", "updown_end", "updown_claim", "updown_round"],
  ...["updown_position", "updown_wallet", "wallet_trades", "pulse_count"],
]

/** Removes every row of the exchange and of prediction markets, and counts from 1 again. */
export async function emptyTables() {
  await deleteRows(pool(), emptied)
  await resetIdentities(pool(), emptied)
  await forgetAnswers()
}

/** What was kept is wrong after rows were written past the counters of the index. */
export const forgetAnswers = () =>
  pool().query("insert into topic_touch (topic) values (''), ('everything')")
