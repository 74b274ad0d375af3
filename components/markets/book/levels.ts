import type { TicketOrder } from "@/components/markets/ticket/ticket-market"
import { type Depth, orderCost, priceOf } from "@/lib/markets/math"

/** All orders of one price. */
export type Level = {
  /** USDB per share, 18 decimals. */
  price: bigint
  shares: bigint
  orders: number
  /** Shares at this price and below. */
  depth: bigint
  /** USDB with tax to buy all of them. */
  cost: bigint
  /** An order above the pool's price cannot be filled. */
  isFillable: boolean
  ownShares: bigint
}

/** The ladder of an outcome's open orders, the cheapest first. */
export function levelsOf(
  orders: readonly TicketOrder[],
  { depth, owner }: { depth: Depth; owner: string | null },
): Level[] {
  const poolPrice = priceOf(depth)
  const byPrice = new Map<bigint, Level>()
  const sorted = orders.toSorted((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))
  let [shares, cost] = [0n, 0n]
  for (const { amount, price, seller } of sorted) {
    const isOwn = seller === owner
    shares += amount
    // One's own orders cannot be bought.
    if (!isOwn) cost += orderCost(amount, price)
    const level = byPrice.get(price)
    const ownShares = isOwn ? amount : 0n
    byPrice.set(price, {
      price,
      shares: (level?.shares ?? 0n) + amount,
      orders: (level?.orders ?? 0) + 1,
      depth: shares,
      cost,
      isFillable: price <= poolPrice,
      ownShares: (level?.ownShares ?? 0n) + ownShares,
    })
  }
  return [...byPrice.values()]
}
