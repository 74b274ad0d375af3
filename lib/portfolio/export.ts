import { exactAmount } from "@/lib/format"
import { findWalletTrades } from "@/lib/tokens/trades/queries"
import type { TapeRow } from "@/lib/tokens/trades/schema"

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
  return streamOf(csvLines(wallet))
}

/** All trades of a wallet as a JSON array of objects with text fields, newest first. */
export function tradesJson(wallet: string): ReadableStream<Uint8Array> {
  return streamOf(jsonLines(wallet))
}

async function* csvLines(wallet: string) {
  yield `${columns.join(",")}\r\n`
  for await (const trade of allTrades(wallet)) {
    const row = rowOf(trade)
    yield `${columns.map((column) => csvField(row[column])).join(",")}\r\n`
  }
}

async function* jsonLines(wallet: string) {
  yield "["
  let separator = "\n"
  for await (const trade of allTrades(wallet)) {
    yield separator + JSON.stringify(rowOf(trade))
    separator = ",\n"
  }
  yield "\n]\n"
}

async function* allTrades(wallet: string) {
  let cursor: string | undefined
  do {
    const { data, nextCursor } = await findWalletTrades(wallet, { cursor, limit: BATCH })
    yield* data
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

/**
 * Names are anybody's text: one that a spreadsheet would run as a formula is led by an apostrophe. Some
 * read the full-width signs (U+FF0B and so on) like the plain ones.
 */
export function csvField(text: string): string {
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
