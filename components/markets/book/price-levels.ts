import type { TicketOrder } from "@/components/markets/ticket/ticket-market"
import { isFillable, isWorthFilling, orderCost, type Pool } from "@/lib/markets/math"

/** All orders at one price. */
export type PriceLevel = {
  /** USDB per share, 18 decimals. */
  price: bigint
  shares: bigint
  orders: number
  /** Shares at this price and below. */
  cumulativeShares: bigint
  /** USDB with tax to buy all levels up to this one. */
  cumulativeCost: bigint
  /** While the pool sells, an order above its price cannot be filled. */
  isFillable: boolean
  ownShares: bigint
  /** USDB with tax that buyers pay for the viewer's own shares. */
  ownCost: bigint
}

/**
 * Price levels of the open orders for an outcome, cheapest first. Orders of others that are not worth the gas of a
 * purchase are left out, because many of them would hide the real ones.
 */
export function groupByPrice(
  orders: readonly TicketOrder[],
  { pool, owner }: { pool: Pool; owner: string | null },
): PriceLevel[] {
  const byPrice = new Map<bigint, PriceLevel>()
  const sorted = orders.toSorted((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))
  let [shares, cost] = [0n, 0n]
  for (const { amount, price, seller } of sorted) {
    const isOwn = seller === owner
    if (!isOwn && !isWorthFilling(amount, price)) continue
    shares += amount
    // Own orders cannot be bought.
    if (!isOwn) cost += orderCost(amount, price)
    const level = byPrice.get(price)
    const ownShares = isOwn ? amount : 0n
    byPrice.set(price, {
      price,
      shares: (level?.shares ?? 0n) + amount,
      orders: (level?.orders ?? 0) + 1,
      cumulativeShares: shares,
      cumulativeCost: cost,
      isFillable: isFillable(price, pool),
      ownShares: (level?.ownShares ?? 0n) + ownShares,
      ownCost: (level?.ownCost ?? 0n) + (isOwn ? orderCost(amount, price) : 0n),
    })
  }
  return [...byPrice.values()]
}
