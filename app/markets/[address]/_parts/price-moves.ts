import { formatAmount, formatPercent } from "@/lib/format"
import { sharesOut, spotPrice, taxOn } from "@/lib/markets/math"
import { type MarketView, type Outcome, toReserves } from "@/lib/markets/schema"
import { WAD } from "@/lib/units"

/** Sample purchases in USDB: their price impact shows the liquidity. */
export const SAMPLE_PURCHASES = [10, 100, 1_000] as const

/** How much a purchase from the pool raises a probability, in basis points, rounded down. */
export function estimateMove(usdc: number, outcome: Outcome, market: MarketView): bigint {
  const { reserve, total } = toReserves(outcome, market)
  const gross = BigInt(usdc) * WAD
  const net = gross - taxOn(gross)
  if (sharesOut(net, { reserve, total }) === 0n) return 0n
  const before = spotPrice({ reserve, total })
  const after = spotPrice({ reserve: reserve + net, total: total + net })
  return ((after - before) * 10_000n) / WAD
}

/** The effect on the price, shown beside the chance, which does not tell the payout of a share; null while unknown. */
export function describePool(move: bigint, sharePayout: bigint | null): string {
  const moved = `A 100 USDB purchase moves it by ${formatPoints(move)} points.`
  if (sharePayout === null) return moved
  return `${moved} A share pays ${formatAmount(sharePayout, 2)} USDB now if it wins.`
}

/** Basis points of probability as percentage points: "0.98". */
export const formatPoints = (basisPoints: bigint) => formatPercent(basisPoints).replace("%", "")
