import { getTier } from "@/lib/profiles/tiers"
import { WAD } from "@/lib/units"

/** With 24 decimals every product below is exact: 18 of an amount, 1 of a streak, 4 of a rate. */
export const POINT_DECIMALS = 24
export const POINT = 10n ** BigInt(POINT_DECIMALS)

const POINTS_PER_USD = POINT / WAD

export const DAY_SECONDS = 86_400

/** rest-api-part-2.md, sections 4.6 and 4.10. */
export const POINT_RULES = {
  categoryCap: 5_000n,
  referralCap: 5_000n,
  minTradeUsd: 10n,
  minPredictionUsd: 5n,
  agentAward: 500n,
  tokenAward: 2_000,
  marketAward: 1_000,
  buyersForAward: 5,
  postAward: 50n,
  postsPerDay: 3,
  liquidPercent: 1n,
  lockedPercent: 3n,
  loansPercent: 1n,
} as const

/** A day's base of each category, with 18 decimals. Days are counted from 1970-01-01, in UTC. */
export type BasePoints = {
  day: number
  trading: bigint
  prediction: bigint
  creator: bigint
  positions: bigint
  /** The day the wallet's first agent was registered. */
  hasAgentAward: boolean
  /** Verified posts of the day that count, of all networks. */
  posts: number
  at: Date
}

export type OwnPoints = Omit<BasePoints, "hasAgentAward" | "posts"> & { own: bigint }

/** Number of consecutive active days that end with `day`. */
export type Streak = { day: number; length: number }

/** A day is active by trades, bets and creations; positions do not count. */
export const isActive = ({
  trading,
  prediction,
  creator,
}: Pick<BasePoints, "trading" | "prediction" | "creator">) => trading + prediction + creator > 0n

/** Own points of ascending days that continue a streak. */
export function computeOwnPoints(days: readonly BasePoints[], before: Streak): OwnPoints[] {
  let streak = before
  return days.map(({ hasAgentAward, posts, ...base }) => {
    const { day } = base
    const active = isActive(base)
    if (active) streak = { day, length: day === streak.day + 1 ? streak.length + 1 : 1 }
    const tenths = active ? toStreakTenths(streak.length) : 10n
    const award = hasAgentAward ? POINT_RULES.agentAward * POINT : 0n
    const posted = BigInt(posts) * POINT_RULES.postAward * POINT
    return { ...base, own: (sumCapped(base) * POINTS_PER_USD * tenths) / 10n + award + posted }
  })
}

/** The factor of the n-th active day in a row, in tenths: from 1 to 2. */
const toStreakTenths = (n: number) => BigInt(Math.min(20, 9 + n))

/** Sum of the four categories, each at most its cap. */
function sumCapped({ trading, prediction, creator, positions }: Omit<OwnPoints, "own">) {
  const cap = POINT_RULES.categoryCap * WAD
  return [trading, prediction, creator, positions]
    .map((base) => (base < cap ? base : cap))
    .reduce((sum, base) => sum + base, 0n)
}

/** Points of the referrals of both layers on a day, and the time of the last of them. */
export type ReferredPoints = { first: bigint; second: bigint; at: Date }

export type ReferralPointsInput = {
  days: readonly number[]
  own: (day: number) => bigint
  referred: (day: number) => ReferredPoints | undefined
  /** The wallet's total before the first of the days. */
  before: bigint
  /** Total of the wallet's referrer at 00:00 UTC of a day; null on days without one. */
  referrerTotal: (day: number) => bigint | null
}

/** Referral points of ascending days; tiers follow from the totals at 00:00 UTC of each. */
export function computeReferralPoints(
  input: ReferralPointsInput,
): { day: number; referral: bigint }[] {
  let total = input.before
  return input.days.map((day) => {
    const own = input.own(day)
    const referral =
      computeReferredShare(input.referred(day), total) + computeKickback(own, input, day)
    total += own + referral
    return { day, referral }
  })
}

function computeReferredShare(referred: ReferredPoints | undefined, total: bigint) {
  if (!referred) return 0n
  const { layerOne } = getTier(total / POINT)
  const earned = (referred.first * BigInt(layerOne)) / 10_000n + referred.second / 100n
  const cap = POINT_RULES.referralCap * POINT
  return earned < cap ? earned : cap
}

function computeKickback(own: bigint, { referrerTotal }: ReferralPointsInput, day: number) {
  const total = own > 0n ? referrerTotal(day) : null
  return total === null ? 0n : (own * BigInt(getTier(total / POINT).kickback)) / 10_000n
}

/** The first day on which the old and the new total have different tiers; null when there is none. */
export function findFirstTierChange(
  totals: readonly { day: number; before: bigint; now: bigint }[],
): number | null {
  const changed = totals.find(({ before, now }) => getTier(before / POINT) !== getTier(now / POINT))
  return changed ? changed.day + 1 : null
}
