import { exactAmount } from "@/lib/format"
import { findWalletTrades } from "@/lib/tokens/trades/queries"
import type { TapeRow } from "@/lib/tokens/trades/schema"
import { csvOf, jsonOf } from "./files"

/** Rows read at once; the file grows while it is sent, so its length costs no memory. */
const BATCH = 1_000

const columns = [
  "time",
  "type",
  "token",
  "name",
  "symbol",
  "amount",
  "value_usd",
  "price_usd",
  "routing_leg",
  "transaction",
  "block",
] as const

type Row = Record<(typeof columns)[number], string>

/** All trades of a wallet as comma-separated values (RFC 4180), newest first. */
export function tradesCsv(wallet: string): ReadableStream<Uint8Array> {
  return csvOf(columns, allTrades(wallet))
}

/** All trades of a wallet as a JSON array of objects with text fields, newest first. */
export function tradesJson(wallet: string): ReadableStream<Uint8Array> {
  return jsonOf(allTrades(wallet))
}

async function* allTrades(wallet: string): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { data, nextCursor } = await findWalletTrades(wallet, { cursor, limit: BATCH })
    for (const trade of data) yield rowOf(trade)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

function rowOf(trade: TapeRow): Row {
  return {
    time: trade.time.toISOString(),
    type: trade.type,
    token: trade.token,
    name: trade.name,
    symbol: trade.symbol,
    amount: exactAmount(trade.amountToken),
    value_usd: exactAmount(trade.amountUsd),
    price_usd: exactAmount(trade.priceUsd),
    routing_leg: trade.routingLeg ? "true" : "false",
    transaction: trade.txHash,
    block: `${trade.blockNumber}`,
  }
}
