import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Blocker, PlannedFee } from "@/lib/actions/plan"
import { encodeCall } from "@/lib/chain/call"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { formatAmount } from "@/lib/format"
import { MAX_ORDER_ID } from "@/lib/markets/constants"
import { orderProceeds, taxOn } from "@/lib/markets/math"
import { cancelCall, fillCall, listingCall } from "@/lib/markets/trading-calls"
import { WAD } from "@/lib/units"
import {
  listMarketWarnings,
  marketAssets,
  marketField,
  nameOutcome,
  optionField,
  outcomePrice,
  readMarket,
  readOrder,
} from "./market-plan"

const orderId = z.int().min(0).max(Number(MAX_ORDER_ID))

export const listShares = defineAction({
  name: "market.list",
  summary: "Offer shares in the order book",
  fields: {
    market: marketField,
    outcomeId: optionField,
    amount: positiveAmount.describe("shares"),
    pricePerShare: positiveAmount.describe("USDB for one share, below 1"),
  },
  plan: async ({ market: token, outcomeId, amount, pricePerShare: price }, context) => {
    const market = await readMarket(context, token)
    const name = nameOutcome(market, outcomeId)
    const { shares } = await marketAssets(context, market, outcomeId)
    const listing = { ...market.traded, outcome: outcomeId, amount, price }
    return {
      title: `List ${formatAmount(amount)} shares of “${name}”`,
      prepare: () => ({ call: listingCall(listing) }),
      assets: [],
      changes: [
        encodeCall(market.traded.trading, {
          abi: marketTradingAbi,
          functionName: "nextOrderId",
          args: [market.traded.market],
        }),
      ],
      bound: null,
      gives: [{ asset: shares, amount }],
      warnings: listMarketWarnings(market, context.time),
      effect: () =>
        `${formatAmount(amount)} shares of “${name}” are offered at ${formatAmount(price)} USDB each. You keep them until somebody buys, and then receive up to ${formatAmount(orderProceeds(amount, price))} USDB.`,
    }
  },
})

export const cancelOrder = defineAction({
  name: "market.cancel",
  summary: "Cancel an order",
  fields: { market: marketField, orderId },
  plan: async ({ market: token, orderId: id }, context) => {
    const market = await readMarket(context, token)
    const order = await readOrder(context, market, BigInt(id))
    const { amount, outcome } = order
    const shares = `${formatAmount(amount)} shares of “${market.options[outcome] ?? ""}”`
    return {
      title: `Cancel order ${id}`,
      prepare: () => ({ call: cancelCall(market.traded, BigInt(id)) }),
      assets: [],
      changes: [
        encodeCall(market.traded.trading, {
          abi: marketTradingAbi,
          functionName: "marketOrders",
          args: [market.traded.market, BigInt(id)],
        }),
      ],
      bound: null,
      blockers: order.exists ? [] : [orderNotFound(id)],
      effect: () => `Order ${id} is cancelled, and its ${shares} can be listed again.`,
    }
  },
})

export const fillOrders = defineAction({
  name: "market.fill",
  summary: "Buy from named orders of one outcome",
  fields: {
    market: marketField,
    orderIds: z.array(orderId).min(1).max(25),
    amount: positiveAmount.describe("USDB at most"),
  },
  plan: async ({ market: token, orderIds, amount }, context) => {
    const market = await readMarket(context, token)
    const ids = orderIds.map(BigInt)
    const orders = await Promise.all(ids.map((id) => readOrder(context, market, id)))
    const outcomes = new Set(orders.filter(({ exists }) => exists).map(({ outcome }) => outcome))
    const shares = await Promise.all(
      [...outcomes].map(async (outcome) => (await marketAssets(context, market, outcome)).shares),
    )
    const usdb = usdbAsset(context)
    const [outcome = 0] = outcomes
    const names = shares.map(({ symbol }) => `“${symbol}”`).join(", ")
    const what = orderIds.length === 1 ? "1 order" : `${orderIds.length} orders`
    return {
      title: `Buy from ${what}${names && ` of ${names}`}`,
      prepare: () =>
        fillCall(market.traded, { orderIds: ids, amount, usdb: context.contracts.usdb }),
      assets: [usdb, ...shares],
      bound: null,
      price: outcomePrice(context, market, outcome),
      fees: (flows): PlannedFee[] => [
        { kind: "trade", asset: usdb, amount: taxIn(-(flows.get(usdb.id) ?? 0n)) },
      ],
      route: [{ via: "orders", contract: market.traded.trading, from: "USDB", to: names }],
      warnings: listMarketWarnings(market, context.time),
      idle: {
        message: `Nothing can be bought from ${explainUnfillable(orders, context.wallet)}.`,
        remedy: "Choose orders of others that are open, at the pool's price or below.",
      },
      effect: (flows) => {
        const bought = shares.map(
          ({ id, symbol }) => `${formatAmount(flows.get(id) ?? 0n)} shares of “${symbol}”`,
        )
        return `You receive ${bought.join(" and ")} for ${formatAmount(-(flows.get(usdb.id) ?? 0n))} USDB.`
      },
    }
  },
})

type PlannedOrder = Awaited<ReturnType<typeof readOrder>>

const orderNotFound = (id: number): Blocker => ({
  code: "ORDER_NOT_FOUND",
  message: `This market has no order ${id}.`,
  remedy: "Take the id from the market's order book, or from your own orders.",
})

/** "orders 3 (cancelled or filled) and 4 (your own)". */
function explainUnfillable(orders: readonly PlannedOrder[], wallet: string): string {
  const reasons = orders.map((order) => `${order.orderId} (${explainOrder(order, wallet)})`)
  const last = reasons.at(-1) ?? ""
  const others = reasons.slice(0, -1).join(", ")
  return others ? `orders ${others} and ${last}` : `order ${last}`
}

function explainOrder({ exists, seller, amount }: PlannedOrder, wallet: string): string {
  if (!exists) return "unknown"
  if (amount === 0n) return "cancelled or filled"
  return seller.toLowerCase() === wallet.toLowerCase() ? "your own" : "above the pool's price"
}

/** The tax within the price that a buyer pays for orders, rounded up. */
const taxIn = (paid: bigint) => paid - (paid * WAD) / (WAD + taxOn(WAD))
