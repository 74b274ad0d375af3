import type { Address } from "viem"
import { readContract } from "viem/actions"
import { z } from "zod"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { tokenAsset } from "@/lib/actions/assets"
import type { Asset, Hop, PlanContext } from "@/lib/actions/plan"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { formatAmount } from "@/lib/format"
import { findOrderBook } from "@/lib/markets/orders/book-queries"
import {
  applyRemaining,
  type PurchaseQuote,
  quotePurchase,
  selectOffers,
} from "@/lib/markets/purchase-quote"
import { computePoolClosesAt } from "@/lib/markets/status"
import { purchaseCall } from "@/lib/markets/trading-calls"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { swapPath } from "@/lib/tokens/trade-calls"
import {
  listMarketWarnings,
  marketAssets,
  marketField,
  nameOutcome,
  optionField,
  outcomePrice,
  type PlannedMarket,
  readMarket,
  readOrder,
  readOutcomes,
} from "./market-plan"

export const buyShares = defineAction({
  name: "market.buy",
  summary: "Buy shares of an outcome from the order book and the pool",
  fields: {
    market: marketField,
    outcomeId: optionField,
    amount: positiveAmount.describe("of the asset that pays"),
    payWith: z
      .union([z.enum(["usdb", "tide"]), addressInput])
      .default("usdb")
      .describe("`usdb`, `tide` or the address of a token"),
    fillOrders: z.boolean().default(true).describe("false: from the pool alone"),
  },
  plan: async ({ market: token, outcomeId, amount, payWith, fillOrders }, context) => {
    const market = await readMarket(context, token)
    const name = nameOutcome(market, outcomeId)
    const paying = await tokenAsset(context, toToken(context, payWith))
    const [{ usdb, shares }, usdc] = await Promise.all([
      marketAssets(context, market, outcomeId),
      readUsdbValue(context, paying, amount),
    ])
    const quote = await quoteFromBoth(context, market, { outcomeId, usdc, fillOrders })
    const orderIds = quote?.orderIds ?? []
    const minUsdc = paying.id === usdb.id ? 0n : minAmountOut(usdc, BigInt(context.slippageBp))
    return {
      title: `Buy “${name}” for ${formatAmount(amount)} ${paying.symbol}`,
      prepare: (minShares) =>
        purchaseCall({
          ...market.traded,
          ...{ outcome: outcomeId, amount, minShares, orderIds },
          input: toToken(context, payWith),
          minUsdc: minShares === 0n ? 0n : minUsdc,
        }),
      assets: paying.id === usdb.id ? [usdb, shares] : [paying, usdb, shares],
      bound: shares.id,
      price: outcomePrice(context, market, outcomeId),
      impactBp: Number(quote?.impact ?? 0n),
      fees: [{ kind: "trade", asset: usdb, amount: quote?.fees ?? 0n }],
      route: listHops(context, market, { paying, quote, name }),
      warnings: listMarketWarnings(market, context.time),
      effect: (flows) => {
        const bought = flows.get(shares.id) ?? 0n
        const payout = quote
          ? ` It pays about ${formatAmount(quote.payout)} USDB if it wins and nobody buys after you: the winners share the pool, and purchases of others change it.`
          : ""
        return `You receive ${formatAmount(bought)} shares of “${name}”.${payout}`
      },
    }
  },
})

/** The token that pays. */
function toToken({ contracts }: PlanContext, payWith: "usdb" | "tide" | Address): Address {
  if (payWith === "usdb") return contracts.usdb
  return payWith === "tide" ? contracts.mainToken : payWith
}

/** Value of the amount in USDB when the contract sells it. */
async function readUsdbValue({ client, contracts }: PlanContext, paying: Asset, amount: bigint) {
  if (paying.id === contracts.usdb) return amount
  return readContract(client, {
    address: contracts.swap,
    abi: swapAbi,
    functionName: "getAmountsOut",
    args: [amount, swapPath("sell", addressInput.parse(paying.id), contracts)],
  })
}

type Purchase = { outcomeId: number; usdc: bigint; fillOrders: boolean }

/** The cheapest of book and pool, with the orders as the contract has them now. */
async function quoteFromBoth(
  context: PlanContext,
  market: PlannedMarket,
  { outcomeId, usdc, fillOrders }: Purchase,
): Promise<PurchaseQuote | null> {
  const [outcomes, payoutPool, orders] = await Promise.all([
    readOutcomes(context, market),
    readContract(context.client, {
      address: market.traded.trading,
      abi: marketTradingAbi,
      functionName: "getPool",
      args: [market.traded.market],
    }),
    fillOrders ? findOrderBook(market.address) : [],
  ])
  const depth = outcomes[outcomeId]
  if (!depth) return null
  const closesAt = computePoolClosesAt(market)
  const isClosed =
    market.resolvedAt !== null ||
    (closesAt !== null && closesAt.getTime() / 1_000 <= Number(context.time))
  const pool = { reserve: depth.reserve, total: depth.total, isClosed }
  const terms = { outcome: outcomeId, pool, owner: context.wallet }
  const candidates = selectOffers(orders, terms)
  const present = await Promise.all(candidates.map(({ id }) => readOrder(context, market, id)))
  const left = new Map(present.map(({ orderId, amount }) => [orderId, amount]))
  const openOrders = orders.filter(({ orderId }) => left.has(orderId))
  const offers = selectOffers(applyRemaining(openOrders, left), terms)
  return quotePurchase(usdc, offers, { pool, circulating: depth.circulating, payoutPool })
}

type Route = { paying: Asset; quote: PurchaseQuote | null; name: string }

function listHops(
  { contracts }: PlanContext,
  { traded }: PlannedMarket,
  { paying, quote, name }: Route,
): Hop[] {
  const contract = traded.trading
  const swap: Hop = { via: "contract", contract: contracts.swap, from: paying.symbol, to: "USDB" }
  const orders: Hop = { via: "orders", contract, from: "USDB", to: name }
  const pool: Hop = { via: "pool", contract, from: "USDB", to: name }
  return [
    ...(paying.id === contracts.usdb ? [] : [swap]),
    ...(quote && quote.fills.length > 0 ? [orders] : []),
    ...(quote && quote.toPool > 0n ? [pool] : []),
  ]
}
