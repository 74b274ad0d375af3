import { floorPrice, type Pool, spotPrice } from "@/lib/tokens/pool-math"
import { FLOOR_TAX_BASIS_POINTS, STABLE_TAX_BASIS_POINTS, surgeRateAt } from "@/lib/tokens/tax-math"
import { WAD } from "@/lib/units"

/** Columns of a token that describe its pool. Prices and amounts have 18 decimals. */
export type IndexedPool = {
  isMain: boolean
  multiplier: number
  baseReserve0: bigint
  reserve1: bigint | null
  priceUsd: bigint | null
}

/** A stored surge tax. Rates are basis points. */
export type IndexedSurge = {
  startRate: number
  endRate: number
  startsAt: Date
  plannedEnd: Date
  endsAt: Date
}

export type Floor = {
  usd: bigint
  /** Share of the price, in basis points, rounded down. */
  share: number
}

/** Price floor against TIDE, in USD at the current price of TIDE; null without a floor. */
export function computeFloor(token: IndexedPool, supply: bigint): Floor | null {
  const { isMain, multiplier, baseReserve0, reserve1, priceUsd } = token
  if (isMain || reserve1 === null || priceUsd === null) return null
  const pool: Pool = { base0: baseReserve0, reserve1, supply, multiplier: BigInt(multiplier) }
  const price = spotPrice(pool)
  if (price === 0n) return null
  const floor = floorPrice(pool)
  return { usd: (priceUsd * floor) / price, share: Number((floor * 10_000n) / price) }
}

/** Supply times price, in USD with 18 decimals. */
export function computeMarketCap(priceUsd: bigint | null, supply: bigint): bigint | null {
  return priceUsd === null ? null : (priceUsd * supply) / WAD
}

/** Rate of the surge tax at `now`, in basis points. */
export function computeSurgeRate(surge: IndexedSurge | null, now: Date): number {
  if (!surge || now < surge.startsAt || now >= surge.endsAt) return 0
  const start = toSeconds(surge.startsAt)
  const duration = toSeconds(surge.plannedEnd) - start
  const rates = { startRate: BigInt(surge.startRate), endRate: BigInt(surge.endRate) }
  return Number(surgeRateAt({ ...rates, start, duration }, toSeconds(now)))
}

/** Tax of a trade by a wallet without privileges, in basis points, surge included. */
export function computeTaxRate(token: IndexedPool, surge: IndexedSurge | null, now: Date): bigint {
  const isStable = token.isMain || token.multiplier === 100
  return (
    (isStable ? STABLE_TAX_BASIS_POINTS : FLOOR_TAX_BASIS_POINTS) +
    BigInt(computeSurgeRate(surge, now))
  )
}

const toSeconds = (time: Date) => BigInt(Math.floor(time.getTime() / 1000))
