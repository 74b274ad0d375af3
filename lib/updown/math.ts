import { sharesOut } from "@/lib/markets/math"
import { divideUp, WAD } from "@/lib/units"
import type { Outcome, Side } from "./constants"

/** Price rounds in integers: equal to `UpDownMath.sol` to the wei. Amounts have 18 decimals. */

const BASIS_POINTS = 10_000n
/** Parts of the losing pool, in basis points: the fee, and the seed of the next round. */
const FEE = 200n
const CARRYOVER = 300n
/** Weight of shares at the start of a round, and its decrease until the end, in basis points. */
const WEIGHT_AT_START = 9_500n
const WEIGHT_LOST = 7_500n

const VIRTUAL_FLOOR = 500n * WAD
const VIRTUAL_CAP = 50_000n * WAD
const GROWTH = 1_000n
const DECAY = 500n

/** The pools of a round, without its prices. */
export type RoundPools = {
  bullPool: bigint
  bearPool: bigint
  sharesBull: bigint
  sharesBear: bigint
  seedBonus: bigint
}

/** Part of a round, at its end, in which it takes no bets; and the largest age of a start price, but for its bounds. */
const TENTH = 10
const LEAST_STALENESS = 60
const MOST_STALENESS = 3_600

/** When a round stops taking bets, Unix seconds. */
export const bettingEnd = ({ startTime, endTime }: { startTime: number; endTime: number }) =>
  endTime - Math.floor((endTime - startTime) / TENTH)

/** Largest age of the price that a round of so many seconds starts with. */
export const priceStaleness = (duration: number) =>
  Math.min(Math.max(Math.floor(duration / TENTH), LEAST_STALENESS), MOST_STALENESS)

/** Weight of the shares of a bet `elapsed` of `duration` seconds after the start, in basis points, rounded down. */
export function weightAt(elapsed: number, duration: number): bigint {
  const passed = BigInt(Math.min(Math.max(elapsed, 0), duration))
  return WEIGHT_AT_START - divideUp(WEIGHT_LOST * passed, BigInt(duration))
}

/** Virtual reserves of both sides: the base and the stakes. */
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

/** The winners' part of a round's seed: at most as much as the losing pool. The rest moves on. */
export const seedFor = (losing: bigint, seed: bigint) => (seed < losing ? seed : losing)

type Position = { stake: bigint; shares: bigint; side: Side }

/** The payout of an open round's bet if its side wins and nobody else bets, stake included. */
export function payoutOf(position: Position, round: RoundPools): bigint {
  const losing = position.side === "bull" ? round.bearPool : round.bullPool
  return shareOf(position, round, seedFor(losing, round.seedBonus))
}

/** The claim of a position once its round is decided. `seedPaid` is the winners' part of the seed. */
export function claimOf(
  position: Position,
  round: RoundPools & { outcome: Outcome; seedPaid: bigint },
): bigint {
  if (round.outcome === "canceled") return position.stake
  return round.outcome === `${position.side}_wins` ? shareOf(position, round, round.seedPaid) : 0n
}

function shareOf({ stake, shares, side }: Position, round: RoundPools, seed: bigint): bigint {
  const [losing, all] =
    side === "bull" ? [round.bearPool, round.sharesBull] : [round.bullPool, round.sharesBear]
  if (all === 0n) return stake
  return stake + (shares * (splitLosingPool(losing).toWinners + seed)) / all
}

/** Virtual base per side of the rounds after one that was won. */
export function nextVirtualBase(base: bigint, volume: bigint): bigint {
  const change = (base * (volume > base ? GROWTH : DECAY)) / BASIS_POINTS
  const next = volume > base ? base + change : base - change
  if (next < VIRTUAL_FLOOR) return VIRTUAL_FLOOR
  return next > VIRTUAL_CAP ? VIRTUAL_CAP : next
}
