import { declareEvent, type MarketSource, type OrderRecord } from "@/lib/events/declare-event"
import { cleanLine } from "@/lib/http/wire"
import {
  FINAL_OUTCOME_LIMIT,
  MAX_ORDER_ID,
  type MarketAction,
  orderKinds,
  type PredictionType,
} from "./constants"

/** Events of both market contracts. */
const tradingEvents = (source: MarketSource) => [
  declareEvent(source, "MarketCreated", {
    rows: ({ args, log, details }) => {
      const token = args.marketToken
      const read = details(token)
      if (!read?.market) return null
      const { market, ...pool } = read
      const { id, txId, time } = log
      const [name, symbol] = [cleanLine(market.name), cleanLine(market.symbol)]
      const launch = { name, symbol, creator: args.creator, ...pool }
      const { isPrivateEvent, endTime, baseReserve } = market
      const { challengeSeconds, votingSeconds, vetoSeconds } = market
      const periods = { challengeSeconds, votingSeconds, vetoSeconds }
      const options = JSON.stringify(market.options.map(cleanLine))
      const kind = toPredictionType(source)
      const facts = { kind, isPrivateEvent, endTime, options, baseReserve, ...periods }
      return {
        tokenCreation: { id, txId, time, token, ...launch },
        marketCreation: { id, txId, token, ...facts },
      }
    },
    answer: ({ marketToken }) => ({ marketToken, predictionType: toPredictionType(source) }),
  }),
  declareEvent(source, "SharesTraded", {
    rows: ({ args, log: { id, txId, time } }) => {
      if (args.tradeType !== 0) return null
      const { marketToken: token, buyer, outcomeId: outcome, shares, usdcSpent: usdc } = args
      const reserves = { reserve: args.newReserve, totalReserve: args.newTotalReserve }
      return { shareTrade: { id, txId, time, token, buyer, outcome, shares, usdc, ...reserves } }
    },
    answer: ({ marketToken, outcomeId, buyer }) => ({ marketToken, outcomeId, buyer }),
  }),
  declareEvent(source, "OrderCreated", {
    rows: ({ args, log, order }) => {
      const existing = order(args.marketToken, args.orderId)
      const { seller, outcomeId: outcome, amount: totalAmount, pricePerShare: price } = args
      const amountLeft = existing?.amountLeft ?? null
      return toOrderRow(log, args, "created", { seller, outcome, totalAmount, price, amountLeft })
    },
    answer: toOrderAnswer,
  }),
  declareEvent(source, "OrderFilled", {
    rows: ({ args, log, order }) => {
      const fill = { buyer: args.buyer, amount: args.amount, usdc: args.usdcSpent }
      return toOrderRow(log, args, "filled", order(args.marketToken, args.orderId), fill)
    },
    answer: toOrderAnswer,
  }),
  declareEvent(source, "OrderCancelled", {
    rows: ({ args, log, order }) =>
      toOrderRow(log, args, "cancelled", order(args.marketToken, args.orderId)),
    answer: toOrderAnswer,
  }),
  declareEvent(source, "SharesRedeemed", {
    rows: ({ args, log }) =>
      toEventRow(log, args.marketToken, "redeem", args.user, { amount: args.payout }),
    answer: ({ marketToken }) => toEventAnswer("redeem", marketToken),
  }),
  declareEvent(source, "MarketInvalidated", {
    rows: ({ args, log, sender }) =>
      toEventRow(log, args.marketToken, "invalidate", sender, {
        amount: args.generalPotSentToInsurance,
      }),
    answer: ({ marketToken }) => toEventAnswer("invalidate", marketToken),
  }),
]

/** Resolution events of the resolver and the private contract. */
const resolutionEvents = (source: "privateMarket" | "resolver") => [
  declareEvent(source, "Vote", {
    rows: ({ args, log }) => toEventRow(log, args.marketToken, "vote", args.voter, toOutcome(args)),
    answer: (args) => toEventAnswer("vote", args.marketToken, args.outcomeId),
  }),
  declareEvent(source, "Resolved", {
    rows: ({ args, log, sender }) =>
      toEventRow(log, args.marketToken, "resolve", sender, { outcome: args.finalOutcome }),
    answer: (args) => toEventAnswer("resolve", args.marketToken, args.finalOutcome),
  }),
  declareEvent(source, "BountyClaimed", {
    rows: ({ args, log }) =>
      toEventRow(log, args.marketToken, "bounty_claim", args.claimer, { amount: args.usdcAmount }),
    answer: ({ marketToken }) => toEventAnswer("bounty_claim", marketToken),
  }),
]

const disputeEvents = [
  declareEvent("resolver", "Proposal", {
    rows: ({ args, log }) =>
      toEventRow(log, args.marketToken, "propose", args.proposer, toOutcome(args)),
    answer: (args) => toEventAnswer("propose", args.marketToken, args.outcomeId),
  }),
  declareEvent("resolver", "DisputeStarted", {
    rows: ({ args, log }) =>
      toEventRow(log, args.marketToken, "dispute", args.disputer, {
        outcome: args.newOutcomeId,
        amount: args.bond,
      }),
    answer: (args) => toEventAnswer("dispute", args.marketToken, args.newOutcomeId),
  }),
  declareEvent("resolver", "Vetoed", {
    rows: ({ args, log }) =>
      toEventRow(log, args.marketToken, "veto", args.vetoer, {
        outcome: args.proposedOutcome,
        amount: args.bond,
      }),
    answer: (args) => toEventAnswer("veto", args.marketToken, args.proposedOutcome),
  }),
  declareEvent("resolver", "DisputeReset", {
    rows: ({ args, log, sender }) => toEventRow(log, args.marketToken, "dispute_reset", sender, {}),
    answer: ({ marketToken }) => toEventAnswer("dispute_reset", marketToken),
  }),
  declareEvent("resolver", "BondsDistributed", {
    rows: ({ args, log }) =>
      toEventRow(log, args.marketToken, "bonds_distributed", args.winner, {
        amount: args.totalAmount,
      }),
    answer: ({ marketToken }) => toEventAnswer("bonds_distributed", marketToken),
  }),
  declareEvent("resolver", "BondsSeized", {
    rows: ({ args, log, sender }) =>
      toEventRow(log, args.marketToken, "bonds_seized", sender, { amount: args.totalAmount }),
    answer: ({ marketToken }) => toEventAnswer("bonds_seized", marketToken),
  }),
]

/** All events of markets and their resolution. */
export const marketEvents = [
  ...tradingEvents("publicMarket"),
  ...tradingEvents("privateMarket"),
  ...resolutionEvents("privateMarket"),
  ...resolutionEvents("resolver"),
  ...disputeEvents,
]

/** Events without a wallet: their actor is the sender of the transaction. */
export const eventsWithoutActor = ["Resolved", "DisputeReset", "BondsSeized", "MarketInvalidated"]

const toPredictionType = (source: MarketSource): PredictionType =>
  source === "publicMarket" ? "public" : "private"

const toOutcome = ({ outcomeId: outcome }: { outcomeId: number }) => ({ outcome })

type OrderKey = { marketToken: string; orderId: bigint }
type LogPosition = { id: number; txId: number; time: number }

function toOrderAnswer({ marketToken, orderId }: OrderKey) {
  return { marketToken, orderId: Number(orderId) }
}

const NO_FILL = { buyer: null, amount: null, usdc: null }
type Fill = { buyer: string; amount: bigint; usdc: bigint }

function toOrderRow(
  { id, txId, time }: LogPosition,
  { marketToken: token, orderId }: OrderKey,
  kind: keyof typeof orderKinds,
  record: OrderRecord | undefined,
  fill: Fill | typeof NO_FILL = NO_FILL,
) {
  if (!record || orderId > MAX_ORDER_ID) return null
  const order = { token, orderId: Number(orderId), kind: orderKinds[kind] }
  return { orderEvent: { id, txId, time, ...order, ...record, ...fill } }
}

function toEventRow(
  { id, txId, time }: LogPosition,
  token: string,
  action: MarketAction,
  wallet: string | undefined,
  { outcome = null, amount = null }: { outcome?: number | null; amount?: bigint | null },
) {
  if (!wallet || (outcome !== null && outcome > FINAL_OUTCOME_LIMIT)) return null
  return { marketEvent: { id, txId, time, token, action, wallet, outcome, amount } }
}

const toEventAnswer = (action: MarketAction, marketToken: string, outcomeId?: number) => ({
  action,
  marketToken,
  outcomeId: outcomeId ?? null,
})
