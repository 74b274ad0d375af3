import { lnWad } from "@/lib/fixed-point-math"
import { divideUp, WAD } from "@/lib/units"

/**
 * Outcome shares in integers: equal to `MarketMath.sol`, `buyOrdersAndContract` and the quotes of the reader contract,
 * to the wei. Amounts, prices and probabilities have 18 decimals.
 */

export const BASIS_POINTS = 10_000n
/** Tax on every purchase of shares, and on both sides of an order. */
export const TAX_BASIS_POINTS = 150n

/** Smallest purchase from the pool in USDB: `minBuy` of the contracts. */
export const MIN_PURCHASE = WAD
/** Smallest amount × price in USDB of an order when it is listed. */
export const MIN_ORDER_VALUE = WAD

/** Subtracted from a logarithm, in wei, so that splitting a purchase never pays. */
const LN_MARGIN = 3n

const RESERVE_PER_OPTION = 500n * WAD
const MIN_TOTAL_RESERVE = 5_000n * WAD
const MAX_TOTAL_RESERVE = 50_000n * WAD

/** Virtual reserve of an outcome, and of all outcomes together. */
export type Reserves = { reserve: bigint; total: bigint }

/** A pool; closed, it sells no shares. */
export type Pool = Reserves & { isClosed?: boolean }

/** Open amount of an order, and its price in USDB per share. */
export type Offer = { id: bigint; amount: bigint; pricePerShare: bigint }

/** A fill of an order: the buyer pays `value` and `tax`. */
export type Fill = { id: bigint; amount: bigint; value: bigint; tax: bigint }

/** The sum of `spentOnOrders + toPool + fees + unspent` is the amount to spend. */
export type PurchaseSplit = {
  shares: bigint
  /** Value of the fills, without tax. */
  spentOnOrders: bigint
  /** Net of tax. */
  toPool: bigint
  fees: bigint
  /** Stays with the buyer; below `MIN_PURCHASE` while the pool is open. */
  unspent: bigint
  fills: Fill[]
  newReserve: bigint
  newTotal: bigint
}

/** Virtual reserves of a new market: 500 USDB per option, 5,000 to 50,000 in total, in equal parts. */
export function initialReserves(options: number): Reserves {
  const count = BigInt(options)
  const total = count * RESERVE_PER_OPTION
  const most = total > MAX_TOTAL_RESERVE ? MAX_TOTAL_RESERVE : total
  const reserve = (most < MIN_TOTAL_RESERVE ? MIN_TOTAL_RESERVE : most) / count
  return { reserve, total: reserve * count }
}

/** Tax on an amount, rounded up. */
export function taxOn(amount: bigint): bigint {
  return divideUp(amount * TAX_BASIS_POINTS, BASIS_POINTS)
}

/**
 * Shares bought from the pool with `net` USDB, rounded down: the integral of total / reserve along the purchase, net +
 * (total − reserve) · ln((reserve + net) / reserve), so that splitting a purchase does not change its result.
 */
export function sharesOut(net: bigint, { reserve, total }: Reserves): bigint {
  const ln = lnWad(((reserve + net) * WAD) / reserve) - LN_MARGIN
  return net + (ln > 0n ? ((total - reserve) * ln) / WAD : 0n)
}

/** Price of the next share before tax, rounded down: the probability. Orders above it cannot be filled. */
export function spotPrice({ reserve, total }: Reserves): bigint {
  return (reserve * WAD) / total
}

/** Value of listed shares, rounded up: the buyer's price before tax. */
export function orderValue(amount: bigint, pricePerShare: bigint): bigint {
  return divideUp(amount * pricePerShare, WAD)
}

/**
 * Whether the rest of an order is worth the gas of filling it: fills leave rests below the smallest value, and orders
 * older than that rule may have any value.
 */
export function isWorthFilling(amount: bigint, pricePerShare: bigint): boolean {
  return amount * pricePerShare >= MIN_ORDER_VALUE * WAD
}

/** The buyer's price for shares of an order, tax included. */
export function orderCost(amount: bigint, pricePerShare: bigint): bigint {
  const value = orderValue(amount, pricePerShare)
  return value + taxOn(value)
}

/** The seller's proceeds for shares of an order, after tax. */
export function orderProceeds(amount: bigint, pricePerShare: bigint): bigint {
  const value = orderValue(amount, pricePerShare)
  return value - taxOn(value)
}

/** Most shares that `usdc` buys at a price, tax included. */
export function sharesForUsdc(usdc: bigint, pricePerShare: bigint): bigint {
  const value = (usdc * BASIS_POINTS) / (BASIS_POINTS + TAX_BASIS_POINTS)
  return (value * WAD) / pricePerShare
}

/** Payout of winning shares: their part of the pool, rounded down. */
export function payout(held: bigint, circulating: bigint, pool: bigint): bigint {
  return circulating === 0n ? 0n : (held * pool) / circulating
}

/** While the pool is open, orders above its price cannot be filled. */
export function isFillable(price: bigint, pool: Pool): boolean {
  return pool.isClosed === true || price <= spotPrice(pool)
}

/** Offers that can be filled at the current pool price, cheapest first, then oldest first. */
export function listFillableOffers(offers: readonly Offer[], pool: Pool): Offer[] {
  return offers
    .filter(({ amount, pricePerShare }) => amount > 0n && isFillable(pricePerShare, pool))
    .toSorted((a, b) => sign(a.pricePerShare - b.pricePerShare) || sign(a.id - b.id))
}

/**
 * The result of spending `usdc` on these offers in their order, then on the pool while it is open: the quote of
 * `buyOrdersAndContract`. The contract skips an offer that is gone, above the pool's price or the buyer's own, and
 * reverts for one of another outcome. The offers here are therefore offers of others for this outcome, from
 * `listFillableOffers`.
 */
export function splitPurchase(usdc: bigint, offers: readonly Offer[], pool: Pool): PurchaseSplit {
  const fills: Fill[] = []
  let left = usdc
  for (const { id, amount, pricePerShare } of offers) {
    const bought = min(amount, sharesForUsdc(left, pricePerShare))
    if (bought === 0n) continue
    const value = orderValue(bought, pricePerShare)
    fills.push({ id, amount: bought, value, tax: taxOn(value) })
    left -= value + taxOn(value)
  }
  const hasPoolPart = !pool.isClosed && left >= MIN_PURCHASE
  const poolTax = hasPoolPart ? taxOn(left) : 0n
  const toPool = hasPoolPart ? left - poolTax : 0n
  return {
    shares: sum(fills.map(({ amount }) => amount)) + sharesOut(toPool, pool),
    spentOnOrders: sum(fills.map(({ value }) => value)),
    toPool,
    fees: sum(fills.map((fill) => fill.tax)) + poolTax,
    unspent: hasPoolPart ? 0n : left,
    fills,
    newReserve: pool.reserve + toPool,
    newTotal: pool.total + toPool,
  }
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
const sign = (difference: bigint) => (difference > 0n ? 1 : difference < 0n ? -1 : 0)
