import { declareEvent } from "@/lib/events/declare-event"
import type { ShareTradeRow, TradeRow } from "@/lib/events/event-rows"
import { cleanLine } from "@/lib/http/wire"
import { tradeTypes } from "./trades/constants"

/** Events of TIDE, the listed tokens and their factory. */
export const tokenEvents = [
  declareEvent("factory", "TokenCreated", {
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
  declareEvent("token", "TokensTraded", {
    rows: ({ args, log }) => {
      const { tradeType: type, user, amountToken, price } = args
      if (type >= tradeTypes.length) return null
      const { id, txId, time, address: token } = log
      const amounts = { amountToken, amountUsdc: args.amountUSDC, price }
      return { trade: { id, txId, time, token, user, type, ...amounts, routingLeg: false } }
    },
    answer: ({ tradeType, user }) => ({ tradeType: tradeTypes[tradeType] ?? "", user }),
  }),
  declareEvent("token", "Sync", {
    rows: ({ args: { reserve0, reserve1 }, log: { id, txId, time, address: token } }) => ({
      poolSync: { id, txId, time, token, reserve0, reserve1 },
    }),
    answer: () => ({}),
  }),
  declareEvent("token", "WhiteListedWallet", {
    rows: ({ args: { user: wallet, amount, tag }, log: { id, txId, address: token } }) => ({
      whitelistEvent: { id, txId, token, wallet, amount, tag: cleanLine(tag) },
    }),
    answer: ({ user }) => ({ wallet: user }),
  }),
  declareEvent("taxes", "SurgeStarted", {
    rows: ({ args, log: { id, txId } }) => {
      const { token } = args
      const [startRate, endRate] = [toInt32(args.startRate), toInt32(args.endRate)]
      const [duration, time] = [toInt32(args.duration), toInt32(args.startTime)]
      if (startRate === null || endRate === null || duration === null || time === null) return null
      return { surgeStart: { id, txId, time, token, startRate, endRate, duration } }
    },
    answer: ({ token, startRate, endRate, duration }) => ({
      token,
      startRate: Number(startRate),
      endRate: Number(endRate),
      duration: Number(duration),
    }),
  }),
  declareEvent("taxes", "SurgeEnded", {
    rows: ({ args, log: { id, txId, time } }) => {
      const refundSeconds = toInt32(args.refundSeconds)
      if (refundSeconds === null) return null
      return { surgeEnd: { id, txId, time, token: args.token, refundSeconds } }
    },
    answer: ({ token }) => ({ token }),
  }),
  ...(["token", "usdb"] as const).map((source) =>
    declareEvent(source, "Transfer", {
      rows: ({ args: { from, to, value }, log: { id, txId, time, address: token } }) => ({
        transfer: { id, txId, token, from, to, value, time },
      }),
      answer: ({ from, to }) => ({ from, to }),
    }),
  ),
]

const MAX_INTEGER = 2n ** 31n - 1n

/** A number that fits a 32-bit column; null for anything larger. */
const toInt32 = (value: bigint) => (value > MAX_INTEGER ? null : Number(value))

/**
 * A trade of TIDE is a leg of a route when its transaction also trades another token, buys shares of an outcome or bets
 * on a price round. Takes the trades of whole transactions.
 */
export function markRoutingLegs(
  trades: TradeRow[],
  bets: readonly Pick<ShareTradeRow, "txId">[],
  mainToken: string,
): void {
  const routed = new Set(bets.map(({ txId }) => txId))
  for (const { token, txId } of trades) if (token !== mainToken) routed.add(txId)
  for (const trade of trades) {
    trade.routingLeg = trade.token === mainToken && routed.has(trade.txId)
  }
}
