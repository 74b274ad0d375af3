import { percent } from "@/lib/format"
import { priceOf, sharesOut, tax, WAD } from "@/lib/markets/math"
import type { MarketView, Outcome } from "@/lib/markets/schema"

/** USDB of the purchases by which a probability's worth is told. */
export const MOVES = [10, 100, 1_000] as const

/** By how much a purchase from the pool raises a probability, in basis points, rounded down. */
export function moveOf(usdc: number, { reserve }: Outcome, { outcomes }: MarketView): bigint {
  const total = outcomes.reduce((sum, each) => sum + each.reserve, 0n)
  const gross = BigInt(usdc) * WAD
  const net = gross - tax(gross)
  if (sharesOut(net, { reserve, total }) === 0n) return 0n
  const before = priceOf({ reserve, total })
  const after = priceOf({ reserve: reserve + net, total: total + net })
  return ((after - before) * 10_000n) / WAD
}

/** Basis points of probability as percentage points: "0.98". */
export const points = (basisPoints: bigint) => percent(basisPoints).replace("%", "")
