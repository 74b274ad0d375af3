import { cleanLine } from "@/lib/api/wire"
import type { TradeRow } from "@/lib/indexer/facts"
import { on } from "@/lib/indexer/on"
import { tradeTypes } from "./trades/schema"

/** What TIDE, the listed tokens and their factory emit. */
export const tokenEvents = [
  on("factory", "TokenCreated", {
    rows: ({ args, log, details }) => {
      const token = args.tokenAddress
      const read = details(token)
      if (!read) return null
      const { id, txId, time } = log
      const [name, symbol] = [cleanLine(args.name), cleanLine(args.symbol)]
      return {
        tokenCreation: { id, txId, time, token, name, symbol, creator: args.creator, ...read },
      }
    },
    answer: ({ tokenAddress }) => ({ tokenAddress }),
  }),
  on("token", "TokensTraded", {
    rows: ({ args, log }) => {
      const { tradeType: type, user, amountToken, price } = args
      if (type >= tradeTypes.length) return null
      const { id, txId, time, address: token } = log
      const amounts = { amountToken, amountUsdc: args.amountUSDC, price }
      return { trade: { id, txId, time, token, user, type, ...amounts, routingLeg: false } }
    },
    answer: ({ tradeType, user }) => ({ tradeType: tradeTypes[tradeType] ?? "", user }),
  }),
  on("token", "Sync", {
    rows: ({ args: { reserve0, reserve1 }, log: { id, txId, time, address: token } }) => ({
      poolSync: { id, txId, time, token, reserve0, reserve1 },
    }),
    answer: () => ({}),
  }),
  on("token", "WhiteListedWallet", {
    rows: ({ args: { user: wallet, amount, tag }, log: { id, txId, address: token } }) => ({
      whitelistEvent: { id, txId, token, wallet, amount, tag: cleanLine(tag) },
    }),
    answer: ({ user }) => ({ wallet: user }),
  }),
  ...(["token", "usdb"] as const).map((source) =>
    on(source, "Transfer", {
      rows: ({ args: { from, to, value }, log: { id, txId, address: token } }) => ({
        transfer: { id, txId, token, from, to, value },
      }),
      answer: ({ from, to }) => ({ from, to }),
    }),
  ),
]

/**
 * A trade of TIDE is a leg of a route when its transaction also trades another token. Takes the
 * trades of whole transactions.
 */
export function markRoutingLegs(trades: TradeRow[], mainToken: string): void {
  const routed = new Set<number>()
  for (const { token, txId } of trades) if (token !== mainToken) routed.add(txId)
  for (const trade of trades) {
    trade.routingLeg = trade.token === mainToken && routed.has(trade.txId)
  }
}
