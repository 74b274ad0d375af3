/** Split of a tax and rate of a surge tax. Twin of `Taxes.sol`: results are equal to the wei. */

const BASIS_POINTS = 10_000n
const CREATOR_BASIS_POINTS = 2_000n
const VAULT_BASIS_POINTS = 1_600n
const REWARD_BASIS_POINTS = 400n

/** Base rates in basis points. */
export const FLOOR_TAX_BASIS_POINTS = 150n
export const STABLE_TAX_BASIS_POINTS = 50n

export const MIN_SURGE_SECONDS = 3_600n
/** Total duration of all surges of a token within any 30 days. */
export const SURGE_QUOTA_SECONDS = 604_800n

/** Reward shares of a token: the active ones, and all that were ever granted. */
export type RewardShares = { active: bigint; granted: bigint }

export type TaxReceivers = {
  /** Otherwise its part goes to the treasury: without a vault, and while its shares are worth less than 1 TIDE. */
  vaultTakesTaxes: boolean
  /** The part of shares that were given up goes to the treasury. */
  shares: RewardShares
  /** A prediction token's tax first serves its market. */
  isPrediction: boolean
}

/** Parts of a tax, which add up to it. */
export type TaxSplit = {
  /** General pot and bounty pool of a prediction token's market. */
  market: bigint
  /** To the creator and the wallets the creator shares with. */
  creator: bigint
  vault: bigint
  rewardBuyers: bigint
  treasury: bigint
}

/** Rounds each part down; the treasury receives the remainder. */
export function splitTax(tax: bigint, receivers: TaxReceivers): TaxSplit {
  const market = receivers.isPrediction ? (tax * 2n) / 3n : 0n
  const rest = tax - market
  const creator = (rest * CREATOR_BASIS_POINTS) / BASIS_POINTS
  const vault = receivers.vaultTakesTaxes ? (rest * VAULT_BASIS_POINTS) / BASIS_POINTS : 0n
  const { active, granted } = receivers.shares
  const rewardPart = (rest * REWARD_BASIS_POINTS) / BASIS_POINTS
  const rewardBuyers = active === 0n ? 0n : (rewardPart * active) / granted
  return { market, creator, vault, rewardBuyers, treasury: rest - creator - vault - rewardBuyers }
}

/** A surge as `SurgeStarted` announces it; rates in basis points, times in seconds of the chain. */
export type Surge = {
  startRate: bigint
  endRate: bigint
  duration: bigint
  start: bigint
}

/** Rate in basis points that a surge adds at a block time: rounded up, 0 after its end. */
export function surgeRateAt({ startRate, endRate, duration, start }: Surge, at: bigint): bigint {
  const remaining = start + duration - at
  if (remaining <= 0n) return 0n
  return endRate + ((startRate - endRate) * remaining + duration - 1n) / duration
}

/** The largest start rate of a surge, by multiplier: linear between these points. */
const SURGE_LIMITS = [
  [1n, 1_500n],
  [15n, 1_250n],
  [30n, 1_000n],
  [45n, 800n],
  [60n, 550n],
  [75n, 300n],
  [90n, 100n],
  [100n, 50n],
] as const

export function maxSurgeRate(multiplier: bigint): bigint {
  let [before, higher]: readonly [bigint, bigint] = SURGE_LIMITS[0]
  for (const [point, rate] of SURGE_LIMITS) {
    if (multiplier <= point) {
      const width = point - before
      return width === 0n ? rate : rate + ((higher - rate) * (point - multiplier)) / width
    }
    ;[before, higher] = [point, rate]
  }
  throw new Error(`${multiplier} is no multiplier`)
}
