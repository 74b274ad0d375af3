import {
  floorPrice,
  type Pool,
  poolAfterBuy,
  poolAfterSell,
  spotPrice,
} from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"

/** Spot and floor price of a pool, 18 decimals. */
export type PricePoint = { price: bigint; floor: bigint }

export type PricePath = {
  /** From the opening to the last buy. */
  buying: readonly PricePoint[]
  /** From the last buy until everything is sold. */
  selling: readonly PricePoint[]
}

const STEPS = 24n

/**
 * Simulates the price while a sum is bought and then sold in full. It is in USD, because the price of TIDE only scales
 * the quote side, and without taxes, which do not enter the pool.
 */
export function simulatePrice(
  multiplier: number,
  startLiquidity: number,
  buysUsd: number,
): PricePath {
  const depth = BigInt(startLiquidity) * WAD
  let pool: Pool = { base0: depth, reserve1: depth, supply: 0n, multiplier: BigInt(multiplier) }
  const buying = [readPrice(pool)]
  for (let step = 0n; step < STEPS; step++) {
    pool = poolAfterBuy(pool, (BigInt(buysUsd) * WAD) / STEPS)
    buying.push(readPrice(pool))
  }
  const bought = pool.supply
  const selling = [readPrice(pool)]
  for (let step = 0n; step < STEPS; step++) {
    const left = step === STEPS - 1n ? pool.supply : bought / STEPS
    pool = poolAfterSell(pool, left)
    selling.push(readPrice(pool))
  }
  return { buying, selling }
}

const readPrice = (pool: Pool): PricePoint => ({ price: spotPrice(pool), floor: floorPrice(pool) })

/** The prices that a path is described with. */
export function summarizePath({ buying, selling }: PricePath) {
  const opening = buying[0]?.price ?? 0n
  const top = buying.at(-1) ?? { price: 0n, floor: 0n }
  const end = selling.at(-1) ?? top
  return { opening, peak: top.price, floor: top.floor, end: end.price }
}
