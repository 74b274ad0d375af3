import { sharesOut } from "@/lib/markets/math"
import { divideUp, WAD } from "@/lib/units"
import type { Outcome, Side } from "./constants"

/** Price rounds in integers: equal to `UpDownMath.sol` to the wei. Amounts have 18 decimals. */

const BASIS_POINTS = 10_000n
/** Parts of the losing pool, in basis points: fee, and what the next round is seeded with. */
const FEE = 200n
const CARRYOVER = 300n
/** Weight of shares at the start and at the end of a round, in basis points. */
const WEIGHT_AT_START = 9_500n
const WEIGHT_LOST = 4_000n

const VIRTUAL_FLOOR = 500n * WAD
const VIRTUAL_CAP = 50_000n * WAD
const GROWTH = 1_000n
const DECAY = 500n

/** What a round holds besides its prices. */
export type RoundPools = {
  bullPool: bigint
  bearPool: bigint
  sharesBull: bigint
  sharesBear: bigint
  seedBonus: bigint
}

/** Weight of the shares of a bet `elapsed` of `duration` seconds after the start, in basis points, rounded down. */
export function weightAt(elapsed: number, duration: number): bigint {
  const passed = BigInt(Math.min(Math.max(elapsed, 0), duration))
  return WEIGHT_AT_START - divideUp(WEIGHT_LOST * passed, BigInt(duration))
}

/** Virtual reserves of both sides: the base and what was bet. */
export type VirtualReserves = { bull: bigint; bear: bigint }

/** Shares of a bet, rounded down; the contract refuses a bet that gets none. */
export function sharesOfBet(
  amount: bigint,
  side: Side,
  { reserves, weight }: { reserves: VirtualReserves; weight: bigint },
): bigint {
  const total = reserves.bull + reserves.bear
  return (sharesOut(amount, { reserve: reserves[side], total }) * weight) / BASIS_POINTS
}

/** Parts of a losing pool: fee and carry-over are rounded down, the winners get the rest. */
export function splitLosingPool(pool: bigint) {
  const fee = (pool * FEE) / BASIS_POINTS
  const carryOver = (pool * CARRYOVER) / BASIS_POINTS
  return { fee, carryOver, toWinners: pool - fee - carryOver }
}

/** What a winning bet pays, with the stake. */
export function payoutOf(
  { stake, shares, side }: { stake: bigint; shares: bigint; side: Side },
  { bullPool, bearPool, sharesBull, sharesBear, seedBonus }: RoundPools,
): bigint {
  const [losing, all] = side === "bull" ? [bearPool, sharesBull] : [bullPool, sharesBear]
  if (all === 0n) return stake
  return stake + (shares * (splitLosingPool(losing).toWinners + seedBonus)) / all
}

/** What a position can claim once its round is decided. */
export function claimOf(
  position: { stake: bigint; shares: bigint; side: Side },
  round: RoundPools & { outcome: Outcome },
): bigint {
  if (round.outcome === "canceled") return position.stake
  return round.outcome === `${position.side}_wins` ? payoutOf(position, round) : 0n
}

/** Virtual base per side of the rounds after one that was won. */
export function nextVirtualBase(base: bigint, volume: bigint): bigint {
  const change = (base * (volume > base ? GROWTH : DECAY)) / BASIS_POINTS
  const next = volume > base ? base + change : base - change
  if (next < VIRTUAL_FLOOR) return VIRTUAL_FLOOR
  return next > VIRTUAL_CAP ? VIRTUAL_CAP : next
}
