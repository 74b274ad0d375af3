import { formatExactAmount } from "@/lib/format"
import { findWalletTrades } from "@/lib/tokens/trades/queries"
import type { TradeView } from "@/lib/tokens/trades/schema"
import { createCsvStream, createJsonStream } from "./export-streams"

/** Rows read at once; the file grows while it is sent, so its length costs no memory. */
const TRADES_PER_QUERY = 1_000

export const tradeColumns = [
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

type TradeRow = Record<(typeof tradeColumns)[number], string>

/** All trades of a wallet as comma-separated values (RFC 4180), newest first. */
export function exportTradesCsv(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createCsvStream(tradeColumns, readTrades(wallet))
}

/** All trades of a wallet as a JSON array of objects with text fields, newest first. */
export function exportTradesJson(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createJsonStream(readTrades(wallet))
}

async function* readTrades(wallet: string): AsyncGenerator<TradeRow> {
  let cursor: string | undefined
  do {
    const { data, nextCursor } = await findWalletTrades(wallet, { cursor, limit: TRADES_PER_QUERY })
    for (const trade of data) yield toRow(trade)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

function toRow(trade: TradeView): TradeRow {
  return {
    time: trade.time.toISOString(),
    type: trade.type,
    token: trade.token,
    name: trade.name,
    symbol: trade.symbol,
    amount: formatExactAmount(trade.amountToken),
    value_usd: formatExactAmount(trade.amountUsd),
    price_usd: formatExactAmount(trade.priceUsd),
    routing_leg: trade.routingLeg ? "true" : "false",
    transaction: trade.txHash,
    block: `${trade.blockNumber}`,
  }
}
