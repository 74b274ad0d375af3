import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
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
    const { amount, outcome } = await readOrder(context, market, BigInt(id))
    const shares = `${formatAmount(amount)} shares of “${market.options[outcome] ?? ""}”`
    return {
      title: `Cancel order ${id}`,
      prepare: () => ({ call: cancelCall(market.traded, BigInt(id)) }),
      assets: [],
      bound: null,
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
    const outcome = orders[0]?.outcome ?? 0
    const { usdb, shares } = await marketAssets(context, market, outcome)
    const name = nameOutcome(market, outcome)
    const value = orders.reduce((sum, order) => sum + (order.amount * order.price) / WAD, 0n)
    const spent = value < amount ? value : (amount * WAD) / (WAD + taxOn(WAD))
    return {
      title: `Buy from ${orderIds.length === 1 ? "1 order" : `${orderIds.length} orders`} of “${name}”`,
      prepare: () =>
        fillCall(market.traded, { orderIds: ids, amount, usdb: context.contracts.usdb }),
      assets: [usdbAsset(context), shares],
      bound: null,
      price: outcomePrice(context, market, outcome),
      fees: [{ kind: "trade", asset: usdb, amount: taxOn(spent) }],
      route: [{ via: "orders", contract: market.traded.trading, from: "USDB", to: name }],
      warnings: listMarketWarnings(market, context.time),
      effect: (flows) =>
        `You receive ${formatAmount(flows.get(shares.id) ?? 0n)} shares of “${name}” for ${formatAmount(-(flows.get(usdb.id) ?? 0n))} USDB.`,
    }
  },
})
