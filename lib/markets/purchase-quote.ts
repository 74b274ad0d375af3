import { divideUp, WAD } from "@/lib/units"
import {
  isWorthFilling,
  listFillableOffers,
  type Offer,
  type Pool,
  type PurchaseSplit,
  payout,
  splitPurchase,
  spotPrice,
} from "./math"
import type { OpenOrder } from "./orders/book-queries"

/** An order as quotes use it. */
export type QuotedOrder = Pick<
  OpenOrder,
  "orderId" | "seller" | "outcome" | "amount" | "totalAmount" | "price"
>

/** Most orders in one purchase: each costs gas. */
const MAX_ORDERS = 25

export type PurchaseQuote = PurchaseSplit & {
  usdc: bigint
  /** `usdc` less the unspent rest. */
  spent: bigint
  orderIds: readonly bigint[]
  /** USDB per share, tax included, rounded up. */
  averagePrice: bigint
  /** The payout if the outcome wins and nothing else changes, rounded down. */
  payout: bigint
  /** Probability before and after, 18 decimals. */
  before: bigint
  after: bigint
  /** Price impact without tax, in basis points, rounded up. */
  impact: bigint
}

type QuoteContext = { pool: Pool; circulating: bigint; payoutPool: bigint }

/** The orders of others for an outcome that can be filled now and are worth the gas, cheapest first. */
export function selectOffers(
  orders: readonly QuotedOrder[],
  { outcome, pool, owner }: { outcome: number; pool: Pool; owner: string | undefined },
): Offer[] {
  const offers = orders
    .filter(
      ({ amount, price, ...order }) =>
        order.outcome === outcome && order.seller !== owner && isWorthFilling(amount, price),
    )
    .map(({ orderId, amount, price }) => ({
      id: BigInt(orderId),
      amount,
      pricePerShare: price,
    }))
  return listFillableOffers(offers, pool).slice(0, MAX_ORDERS)
}

/** The result of spending an amount of USDB: first on orders, then on the pool while it is open. */
export function quotePurchase(
  usdc: bigint,
  offers: readonly Offer[],
  market: QuoteContext,
): PurchaseQuote | null {
  if (usdc <= 0n) return null
  const { pool, circulating, payoutPool } = market
  const bought = splitPurchase(usdc, offers, pool)
  if (bought.shares === 0n) return null
  const filled = bought.fills.reduce((sum, { amount }) => sum + amount, 0n)
  const spent = usdc - bought.unspent
  const before = spotPrice(pool)
  return {
    ...bought,
    usdc,
    spent,
    orderIds: bought.fills.map(({ id }) => id),
    averagePrice: divideUp(spent * WAD, bought.shares),
    payout: payout(bought.shares, circulating + bought.shares - filled, payoutPool + bought.toPool),
    before,
    after: spotPrice({ reserve: bought.newReserve, total: bought.newTotal }),
    impact: measureImpact(bought, before),
  }
}

/** 0 if cheap orders outweigh the price impact in the pool. */
function measureImpact({ spentOnOrders, toPool, shares }: PurchaseSplit, before: bigint) {
  const spent = spentOnOrders + toPool
  const lost = spent - (shares * before) / WAD
  return spent === 0n || lost <= 0n ? 0n : divideUp(lost * 10_000n, spent)
}

/** Orders with their remaining amounts by id; orders without an entry stay unchanged. */
export function applyRemaining(
  orders: readonly QuotedOrder[],
  left: ReadonlyMap<number, bigint> | undefined,
): QuotedOrder[] {
  return orders.map((order) => ({ ...order, amount: left?.get(order.orderId) ?? order.amount }))
}
