import { createHash } from "node:crypto"
import { type Pool, poolAfterBuy, poolAfterSell } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"

/** Pseudo-random numbers below a limit; the same seed gives the same numbers. */
export function randomNumbers(seed: string): (below: bigint) => bigint {
  let count = 0
  return (below) => {
    const digest = createHash("sha512").update(`${seed} ${count++}`).digest("hex")
    return BigInt(`0x${digest}`) % below
  }
}

/** An amount from 1 wei to `most`, with every order of magnitude equally likely. */
export function anyAmount(random: (below: bigint) => bigint, most: bigint): bigint {
  const bits = BigInt(most.toString(2).length)
  return (random(most) >> random(bits)) + 1n
}

const multipliers = [...Array.from({ length: 90 }, (_, i) => BigInt(i + 1)), 100n]

/** A pool after its creation and up to nine trades, with any multiplier, depth and opening price. */
export function anyPool(random: (below: bigint) => bigint): Pool {
  const base0 = (100n + random(9_901n)) * WAD
  const tidePrice = WAD + anyAmount(random, 1_000_000n * WAD)
  const multiplier = multipliers[Number(random(BigInt(multipliers.length)))] ?? 100n
  let pool: Pool = { base0, reserve1: (base0 * WAD) / tidePrice, supply: 0n, multiplier }
  for (let trades = random(10n); trades > 0n; trades--) {
    const isBuy = pool.supply === 0n || random(3n) > 0n
    pool = isBuy
      ? poolAfterBuy(pool, anyAmount(random, 10n ** 27n))
      : poolAfterSell(pool, random(pool.supply) + 1n)
  }
  return pool
}
