import {
  isWorthFilling,
  listFillableOffers,
  type Offer,
  type Pool,
  type PurchaseSplit,
  payout,
  splitPurchase,
  spotPrice,
} from "@/lib/markets/math"
import { WAD } from "@/lib/units"
import type { TicketOrder } from "./ticket-market"

/** A purchase names so many orders at most: each costs gas. */
const MAX_ORDERS = 25

export type PurchaseQuote = PurchaseSplit & {
  usdc: bigint
  /** `usdc` without what buys nothing and stays with the buyer. */
  spent: bigint
  orderIds: readonly bigint[]
  /** USDB per share, all included, rounded up. */
  averagePrice: bigint
  /** If the outcome wins and nothing else changes, rounded down. */
  payout: bigint
  /** Probability before and after, 18 decimals. */
  before: bigint
  after: bigint
  /** How much less it buys than at the pool's price of before, tax aside; basis points, rounded up. */
  impact: bigint
}

/** `shared` is what the winners share. */
type QuoteContext = { pool: Pool; circulating: bigint; shared: bigint }

/** Orders of others for an outcome that can be filled now and are worth it, the cheapest first. */
export function selectOffers(
  orders: readonly TicketOrder[],
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

/** What an amount of USDB buys: orders first, then from the pool while that sells. */
export function quotePurchase(
  usdc: bigint,
  offers: readonly Offer[],
  market: QuoteContext,
): PurchaseQuote | null {
  if (usdc <= 0n) return null
  const { pool, circulating, shared } = market
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
    averagePrice: (spent * WAD + bought.shares - 1n) / bought.shares,
    payout: payout(bought.shares, circulating + bought.shares - filled, shared + bought.toPool),
    before,
    after: spotPrice({ reserve: bought.newReserve, total: bought.newTotal }),
    impact: measureImpact(bought, before),
  }
}

/** Nothing where orders make up for what the pool gives less. */
function measureImpact({ spentOnOrders, toPool, shares }: PurchaseSplit, before: bigint) {
  const spent = spentOnOrders + toPool
  const lost = spent - (shares * before) / WAD
  return spent === 0n || lost <= 0n ? 0n : (lost * 10_000n + spent - 1n) / spent
}

/** Orders as the chain has them: what is left of each by its id; those it does not name stay as they are. */
export function applyRemaining(
  orders: readonly TicketOrder[],
  left: ReadonlyMap<number, bigint> | undefined,
): TicketOrder[] {
  return orders.map((order) => ({ ...order, amount: left?.get(order.orderId) ?? order.amount }))
}
