import { BASIS_POINTS, TAX_BASIS_POINTS, taxOn } from "@/lib/markets/math"
import { divideUp, WAD } from "@/lib/units"

/** A purchase, or a fill as buyer or seller, in chain order. Amounts have 18 decimals. */
export type MarketEntry = {
  kind: "bought" | "filled" | "sold"
  shares: bigint
  /** Paid including tax, or received after tax. */
  usdc: bigint
}

/** Shares of an outcome at average cost, and the profit of earlier sales. */
export type CostBasis = { shares: bigint; cost: bigint; realised: bigint }

/**
 * Average cost: a sale reduces the cost by the sold part of the shares, rounded up, so that the remaining
 * average never rises.
 */
export function computeCostBasis(entries: readonly MarketEntry[]): CostBasis {
  let [shares, cost, realised] = [0n, 0n, 0n]
  for (const entry of entries) {
    if (entry.kind !== "sold") {
      shares += entry.shares
      cost += entry.usdc
      continue
    }
    const part = shares > 0n ? divideUp(cost * entry.shares, shares) : 0n
    const soldCost = part > cost ? cost : part
    shares -= entry.shares
    cost -= soldCost
    realised += entry.usdc - soldCost
  }
  return { shares, cost, realised }
}

/** USDB per share, rounded up. */
export function computeAverageCost({ shares, cost }: { shares: bigint; cost: bigint }): bigint {
  return shares > 0n ? divideUp(cost * WAD, shares) : 0n
}

/** The smallest amount that leaves `net` after tax: the cost of a purchase from the pool. */
export function computeGross(net: bigint): bigint {
  let gross = (net * BASIS_POINTS) / (BASIS_POINTS - TAX_BASIS_POINTS)
  while (gross - taxOn(gross) < net) gross += 1n
  return gross
}

/** Input of `valueShares`. */
export type ValuationInputs = {
  /** Virtual reserves of the outcome and of all outcomes. */
  reserve: bigint
  total: bigint
  /** Shares of the outcome in circulation, and USDB paid into all outcomes. */
  circulating: bigint
  paidIn: bigint
  /** Whether the outcome has won; null while the market is not final. */
  hasWon: boolean | null
  /** Stakes are paid back. */
  isRefunding: boolean
}

/**
 * The value of shares in USDB, rounded down: at the pool's price while the market is open, then their payout without
 * the general pot, which no event contains. A refund is close to the cost without tax.
 */
export function valueShares(
  { shares, cost }: { shares: bigint; cost: bigint },
  { reserve, total, circulating, paidIn, hasWon, isRefunding }: ValuationInputs,
): bigint {
  if (isRefunding) return cost - taxOn(cost)
  if (hasWon === null) return total > 0n ? (shares * reserve) / total : 0n
  return hasWon && circulating > 0n ? (shares * paidIn) / circulating : 0n
}
