import { cleanLine } from "@/lib/api/wire"
import { type MarketSource, type OrderRecord, on } from "@/lib/indexer/on"
import { FINAL_OUTCOME_LIMIT, MAX_ORDER_ID, type MarketAction, orderKinds } from "./kinds"

/** What both market contracts emit. */
const tradingEvents = (source: MarketSource) => [
  on(source, "MarketCreated", {
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
      const kind = kindOf(source)
      const facts = { kind, isPrivateEvent, endTime, options, baseReserve, ...periods }
      return {
        tokenCreation: { id, txId, time, token, ...launch },
        marketCreation: { id, txId, token, ...facts },
      }
    },
    answer: ({ marketToken }) => ({ marketToken, predictionType: kindOf(source) }),
  }),
  on(source, "SharesTraded", {
    rows: ({ args, log: { id, txId, time } }) => {
      if (args.tradeType !== 0) return null
      const { marketToken: token, buyer, outcomeId: outcome, shares, usdcSpent: usdc } = args
      const reserves = { reserve: args.newReserve, totalReserve: args.newTotalReserve }
      return { shareTrade: { id, txId, time, token, buyer, outcome, shares, usdc, ...reserves } }
    },
    answer: ({ marketToken, outcomeId, buyer }) => ({ marketToken, outcomeId, buyer }),
  }),
  on(source, "OrderCreated", {
    rows: ({ args, log, order }) => {
      const known = order(args.marketToken, args.orderId)
      const { seller, outcomeId: outcome, amount: totalAmount, pricePerShare: price } = args
      const amountLeft = known?.amountLeft ?? null
      return orderRow(log, args, "created", { seller, outcome, totalAmount, price, amountLeft })
    },
    answer: orderAnswer,
  }),
  on(source, "OrderFilled", {
    rows: ({ args, log, order }) => {
      const fill = { buyer: args.buyer, amount: args.amount, usdc: args.usdcSpent }
      return orderRow(log, args, "filled", order(args.marketToken, args.orderId), fill)
    },
    answer: orderAnswer,
  }),
  on(source, "OrderCancelled", {
    rows: ({ args, log, order }) =>
      orderRow(log, args, "cancelled", order(args.marketToken, args.orderId)),
    answer: orderAnswer,
  }),
  on(source, "SharesRedeemed", {
    rows: ({ args, log }) =>
      eventRow(log, args.marketToken, "redeem", args.user, { amount: args.payout }),
    answer: ({ marketToken }) => told("redeem", marketToken),
  }),
  on(source, "MarketInvalidated", {
    rows: ({ args, log, sender }) =>
      eventRow(log, args.marketToken, "invalidate", sender, {
        amount: args.generalPotSentToInsurance,
      }),
    answer: ({ marketToken }) => told("invalidate", marketToken),
  }),
]

/** What settles an outcome, on the resolver and on the private contract alike. */
const settlingEvents = (source: "privateMarket" | "resolver") => [
  on(source, "Vote", {
    rows: ({ args, log }) => eventRow(log, args.marketToken, "vote", args.voter, outcomeOf(args)),
    answer: (args) => told("vote", args.marketToken, args.outcomeId),
  }),
  on(source, "Resolved", {
    rows: ({ args, log, sender }) =>
      eventRow(log, args.marketToken, "resolve", sender, { outcome: args.finalOutcome }),
    answer: (args) => told("resolve", args.marketToken, args.finalOutcome),
  }),
  on(source, "BountyClaimed", {
    rows: ({ args, log }) =>
      eventRow(log, args.marketToken, "bounty_claim", args.claimer, { amount: args.usdcAmount }),
    answer: ({ marketToken }) => told("bounty_claim", marketToken),
  }),
]

const disputeEvents = [
  on("resolver", "Proposal", {
    rows: ({ args, log }) =>
      eventRow(log, args.marketToken, "propose", args.proposer, outcomeOf(args)),
    answer: (args) => told("propose", args.marketToken, args.outcomeId),
  }),
  on("resolver", "DisputeStarted", {
    rows: ({ args, log }) =>
      eventRow(log, args.marketToken, "dispute", args.disputer, {
        outcome: args.newOutcomeId,
        amount: args.bond,
      }),
    answer: (args) => told("dispute", args.marketToken, args.newOutcomeId),
  }),
  on("resolver", "Vetoed", {
    rows: ({ args, log }) =>
      eventRow(log, args.marketToken, "veto", args.vetoer, {
        outcome: args.proposedOutcome,
        amount: args.bond,
      }),
    answer: (args) => told("veto", args.marketToken, args.proposedOutcome),
  }),
  on("resolver", "DisputeReset", {
    rows: ({ args, log, sender }) => eventRow(log, args.marketToken, "dispute_reset", sender, {}),
    answer: ({ marketToken }) => told("dispute_reset", marketToken),
  }),
  on("resolver", "BondsDistributed", {
    rows: ({ args, log }) =>
      eventRow(log, args.marketToken, "bonds_distributed", args.winner, {
        amount: args.totalAmount,
      }),
    answer: ({ marketToken }) => told("bonds_distributed", marketToken),
  }),
  on("resolver", "BondsSeized", {
    rows: ({ args, log, sender }) =>
      eventRow(log, args.marketToken, "bonds_seized", sender, { amount: args.totalAmount }),
    answer: ({ marketToken }) => told("bonds_seized", marketToken),
  }),
]

/** What prediction markets and their resolution emit. */
export const marketEvents = [
  ...tradingEvents("publicMarket"),
  ...tradingEvents("privateMarket"),
  ...settlingEvents("privateMarket"),
  ...settlingEvents("resolver"),
  ...disputeEvents,
]

/** Events that name nobody: their actor is the sender of the transaction. */
export const actorless = ["Resolved", "DisputeReset", "BondsSeized", "MarketInvalidated"]

const kindOf = (source: MarketSource) => (source === "publicMarket" ? "public" : "private")

const outcomeOf = ({ outcomeId: outcome }: { outcomeId: number }) => ({ outcome })

type Order = { marketToken: string; orderId: bigint }
type Log = { id: number; txId: number; time: number }

function orderAnswer({ marketToken, orderId }: Order) {
  return { marketToken, orderId: Number(orderId) }
}

const noFill = { buyer: null, amount: null, usdc: null }
type Fill = { buyer: string; amount: bigint; usdc: bigint }

function orderRow(
  { id, txId, time }: Log,
  { marketToken: token, orderId }: Order,
  kind: keyof typeof orderKinds,
  record: OrderRecord | undefined,
  fill: Fill | typeof noFill = noFill,
) {
  if (!record || orderId > MAX_ORDER_ID) return null
  const order = { token, orderId: Number(orderId), kind: orderKinds[kind] }
  return { orderEvent: { id, txId, time, ...order, ...record, ...fill } }
}

function eventRow(
  { id, txId, time }: Log,
  token: string,
  action: MarketAction,
  wallet: string | undefined,
  { outcome = null, amount = null }: { outcome?: number | null; amount?: bigint | null },
) {
  if (!wallet || (outcome !== null && outcome > FINAL_OUTCOME_LIMIT)) return null
  return { marketEvent: { id, txId, time, token, action, wallet, outcome, amount } }
}

const told = (action: MarketAction, marketToken: string, outcomeId?: number) => ({
  action,
  marketToken,
  outcomeId: outcomeId ?? null,
})
