import type { ClientBase } from "pg"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"

/** A column's PostgreSQL type, and how its values travel inside an array literal. */
const bigint = { type: "bigint", quoted: false }
const integer = { type: "integer", quoted: false }
const smallint = { type: "smallint", quoted: false }
const numeric = { type: "numeric", quoted: false }
const boolean = { type: "boolean", quoted: false }
/** Hexadecimal and other text without characters an array literal gives a meaning. */
const plainText = { type: "text", quoted: false }
const text = { type: "text", quoted: true }
/** Unix seconds in code. */
const time = { type: "bigint", quoted: false, stored: (name: string) => `to_timestamp(${name})` }

type Column = { type: string; quoted: boolean; stored?: (name: string) => string }

/** The fact tables, in the order they are written. `from`, `to` and `user` are words of SQL. */
const tables = {
  tokenCreation: {
    name: "token_creation",
    columns: {
      id: bigint,
      tx_id: bigint,
      token: plainText,
      name: text,
      symbol: text,
      creator: plainText,
      multiplier: integer,
      base_reserve0: numeric,
      base_reserve1: numeric,
    },
  },
  trade: {
    name: "trade",
    columns: {
      id: bigint,
      tx_id: bigint,
      time,
      token: plainText,
      user: plainText,
      type: smallint,
      amount_token: numeric,
      amount_usdc: numeric,
      price: numeric,
      routing_leg: boolean,
    },
  },
  poolSync: {
    name: "pool_sync",
    columns: {
      id: bigint,
      tx_id: bigint,
      time,
      token: plainText,
      reserve0: numeric,
      reserve1: numeric,
    },
  },
  transfer: {
    name: "transfer",
    columns: {
      id: bigint,
      tx_id: bigint,
      token: plainText,
      from: plainText,
      to: plainText,
      value: numeric,
    },
  },
  whitelistEvent: {
    name: "whitelist_event",
    columns: {
      id: bigint,
      tx_id: bigint,
      token: plainText,
      wallet: plainText,
      amount: numeric,
      tag: text,
    },
  },
  surgeStart: {
    name: "surge_start",
    columns: {
      id: bigint,
      tx_id: bigint,
      time,
      token: plainText,
      start_rate: integer,
      end_rate: integer,
      duration: integer,
    },
  },
  surgeEnd: {
    name: "surge_end",
    columns: { id: bigint, tx_id: bigint, time, token: plainText, refund_seconds: integer },
  },
  marketCreation: {
    name: "market_creation",
    columns: {
      id: bigint,
      tx_id: bigint,
      token: plainText,
      kind: plainText,
      is_private_event: boolean,
      end_time: time,
      options: { type: "text", quoted: true, stored: (name) => `${name}::jsonb` },
      base_reserve: numeric,
      challenge_seconds: integer,
      voting_seconds: integer,
      veto_seconds: integer,
    },
  },
  shareTrade: {
    name: "share_trade",
    columns: {
      id: bigint,
      tx_id: bigint,
      time,
      token: plainText,
      buyer: plainText,
      outcome: smallint,
      shares: numeric,
      usdc: numeric,
      reserve: numeric,
      total_reserve: numeric,
    },
  },
  orderEvent: {
    name: "order_event",
    columns: {
      id: bigint,
      tx_id: bigint,
      time,
      token: plainText,
      order_id: integer,
      kind: smallint,
      seller: plainText,
      outcome: smallint,
      total_amount: numeric,
      price: numeric,
      buyer: plainText,
      amount: numeric,
      usdc: numeric,
      amount_left: numeric,
    },
  },
  marketEvent: {
    name: "market_event",
    columns: {
      id: bigint,
      tx_id: bigint,
      time,
      token: plainText,
      action: plainText,
      wallet: plainText,
      outcome: smallint,
      amount: numeric,
    },
  },
  faucetClaim: {
    name: "faucet_claim",
    columns: { id: bigint, tx_id: bigint, user: plainText, referrer: plainText },
  },
  referrerSet: {
    name: "referrer_set",
    columns: { id: bigint, tx_id: bigint, user: plainText, referrer: plainText },
  },
} as const satisfies Record<string, { name: string; columns: Record<string, Column> }>

export type EventTable = keyof typeof tables
export const eventTables = Object.keys(tables) as EventTable[]

/** Each fact table's name in the database. */
export const eventTableNames = eventTables.map((table) => tables[table].name)

type RowKey = { id: number; txId: number }

export type TradeRow = RowKey & {
  time: number
  token: string
  user: string
  type: number
  amountToken: bigint
  amountUsdc: bigint
  price: bigint
  routingLeg: boolean
}
export type PoolSyncRow = RowKey & {
  time: number
  token: string
  reserve0: bigint
  reserve1: bigint
}
export type TransferRow = RowKey & { token: string; from: string; to: string; value: bigint }
export type TokenCreationRow = RowKey & {
  time: number
  token: string
  name: string
  symbol: string
  creator: string
  multiplier: number
  baseReserve0: bigint
  baseReserve1: bigint
}
export type WhitelistEventRow = RowKey & {
  token: string
  wallet: string
  amount: bigint
  tag: string
}
/** Rates are basis points; `time` is the surge's start. */
export type SurgeStartRow = RowKey & {
  time: number
  token: string
  startRate: number
  endRate: number
  duration: number
}
export type SurgeEndRow = RowKey & { time: number; token: string; refundSeconds: number }
/** `endTime` is Unix seconds; `options` is JSON. */
export type MarketCreationRow = RowKey & {
  token: string
  kind: string
  isPrivateEvent: boolean
  endTime: number | null
  options: string
  baseReserve: bigint
  challengeSeconds: number | null
  votingSeconds: number
  vetoSeconds: number | null
}
export type ShareTradeRow = RowKey & {
  time: number
  token: string
  buyer: string
  outcome: number
  shares: bigint
  usdc: bigint
  reserve: bigint
  totalReserve: bigint
}
/** `kind` is one of `orderKinds`. */
export type OrderEventRow = RowKey & {
  time: number
  token: string
  orderId: number
  kind: number
  seller: string
  outcome: number
  totalAmount: bigint
  price: bigint
  buyer: string | null
  amount: bigint | null
  usdc: bigint | null
  amountLeft: bigint | null
}
export type MarketEventRow = RowKey & {
  time: number
  token: string
  action: string
  wallet: string
  outcome: number | null
  amount: bigint | null
}
/** Both events of the faucet; `time` goes into the referral they may found. */
export type ReferralEventRow = RowKey & { time: number; user: string; referrer: string }

type Rows = {
  tokenCreation: TokenCreationRow
  trade: TradeRow
  poolSync: PoolSyncRow
  transfer: TransferRow
  whitelistEvent: WhitelistEventRow
  surgeStart: SurgeStartRow
  surgeEnd: SurgeEndRow
  marketCreation: MarketCreationRow
  shareTrade: ShareTradeRow
  orderEvent: OrderEventRow
  marketEvent: MarketEventRow
  faucetClaim: ReferralEventRow
  referrerSet: ReferralEventRow
}
export type EventRow<T extends EventTable> = Rows[T]
export type EventRows = { [T in EventTable]: EventRow<T>[] }

export function emptyEventRows(): EventRows {
  return Object.fromEntries(eventTables.map((table) => [table, []])) as unknown as EventRows
}

/** Number of rows in all tables. */
export function countEventRows(facts: EventRows): number {
  return eventTables.reduce((sum, table) => sum + facts[table].length, 0)
}

/** Writes rows that are known to be new: one statement per table. */
export async function insertEventRows(client: ClientBase, facts: EventRows): Promise<void> {
  for (const table of eventTables) {
    const { name, columns } = tables[table]
    await insertRows(client, name, columns, facts[table] as Record<string, unknown>[])
  }
}

/** Wider bounds are those of single transactions far apart, not of a range that is read. */
const WIDE_ID_SPAN = 20_000 * ROWS_PER_BLOCK

/** Ids within the bounds that the database has already; of wide bounds only those asked for. */
export async function findStoredIds(
  client: ClientBase,
  from: number,
  to: number,
  ids: () => readonly number[],
) {
  const isWide = to - from > WIDE_ID_SPAN
  const condition = isWide ? "id = any($1::bigint[])" : "id between $1 and $2"
  const select = (name: string) => `select id from ${name} where ${condition}`
  const { rows } = await client.query<[string]>({
    text: eventTableNames.map(select).join(" union all "),
    values: isWide ? [`{${ids()}}`] : [from, to],
    rowMode: "array",
  })
  return new Set(rows.map(([id]) => Number(id)))
}

const insertions = new Map<string, string>()

/** Array parameters of one column each, written as literals: the driver's own escaping is too slow. */
export async function insertRows(
  client: ClientBase,
  name: string,
  columns: Record<string, Column>,
  rows: Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const entries = Object.entries(columns)
  let statement = insertions.get(name)
  if (!statement) {
    const names = entries.map(([column]) => `"${column}"`)
    const stored = entries.map(([column, { stored }]) => stored?.(`"${column}"`) ?? `"${column}"`)
    const arrays = entries.map(([, { type }], i) => `$${i + 1}::${type}[]`)
    statement = `insert into ${name} (${names}) select ${stored}
      from unnest(${arrays}) as rows (${names})`
    insertions.set(name, statement)
  }
  const values = entries.map(([column, { quoted }]) =>
    toArrayLiteral(rows, toCamelCase(column), quoted),
  )
  await client.query(statement, values)
}

/** One property of all rows as a PostgreSQL array literal. */
export function toArrayLiteral(
  rows: readonly Record<string, unknown>[],
  property: string,
  quoted = false,
): string {
  if (!quoted) return `{${rows.map((row) => row[property] ?? "NULL").join(",")}}`
  const quote = (value: unknown) => `"${String(value).replace(/["\\]/g, "\\$&")}"`
  return `{${rows.map((row) => quote(row[property])).join(",")}}`
}

const toCamelCase = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())

/** Columns of the `tx` table. */
export const txColumns = {
  id: bigint,
  chain_id: integer,
  hash: { type: "text", quoted: false, stored: decodeHex },
  block_number: integer,
  block_hash: { type: "text", quoted: false, stored: decodeHex },
  time,
}

function decodeHex(name: string) {
  return `decode(substr(${name}, 3), 'hex')`
}

export type TxRow = {
  id: number
  chainId: number
  hash: string
  blockNumber: number
  blockHash: string
  /** Unix seconds. */
  time: number
}
