import { tierOf } from "@/lib/profiles/tiers"

/** A point. With 24 decimals every product below is exact: 18 of an amount, 1 of a streak, 4 of a rate. */
export const POINT = 10n ** 24n

/** USD and base points have the 18 decimals of amounts. */
export const USD = 10n ** 18n
const POINTS_PER_USD = POINT / USD

/** rest-api-part-2.md, sections 4.6 and 4.10. */
export const RULES = {
  categoryCap: 5_000n,
  referralCap: 5_000n,
  minTradeUsd: 10n,
  minPredictionUsd: 5n,
  agentAward: 500n,
  tokenAward: 2_000,
  marketAward: 1_000,
  buyersForAward: 5,
} as const

/** A day's base of each category, with 18 decimals. Days are counted from 1970-01-01, in UTC. */
export type Base = {
  day: number
  trading: bigint
  prediction: bigint
  creator: bigint
  positions: bigint
  /** The day the wallet's first agent was registered. */
  hasAgentAward: boolean
  at: Date
}

export type OwnDay = Omit<Base, "hasAgentAward"> & { own: bigint }

/** How many active days in a row end with `day`. */
export type Streak = { day: number; length: number }

/** A day is active through what a wallet does; holding something is not an act. */
export const isActive = ({ trading, prediction, creator }: Omit<Base, "day">) =>
  trading + prediction + creator > 0n

/** Own points of ascending days, which follow on a streak. */
export function ownDays(days: readonly Base[], before: Streak): OwnDay[] {
  let streak = before
  return days.map(({ hasAgentAward, ...base }) => {
    const { day } = base
    const active = isActive({ ...base, hasAgentAward })
    if (active) streak = { day, length: day === streak.day + 1 ? streak.length + 1 : 1 }
    const tenths = active ? streakTenths(streak.length) : 10n
    const award = hasAgentAward ? RULES.agentAward * POINT : 0n
    return { ...base, own: (capped(base) * POINTS_PER_USD * tenths) / 10n + award }
  })
}

/** The factor of the n-th active day in a row, in tenths: from 1 to 2. */
const streakTenths = (n: number) => BigInt(Math.min(20, 9 + n))

/** Sum of the four categories, each at most its cap. */
function capped({ trading, prediction, creator, positions }: Omit<OwnDay, "own">) {
  const cap = RULES.categoryCap * USD
  return [trading, prediction, creator, positions]
    .map((base) => (base < cap ? base : cap))
    .reduce((sum, base) => sum + base, 0n)
}

/** What a day brings through others: sums of the own points of both layers, and when the last of them came. */
export type Referred = { first: bigint; second: bigint; at: Date }

export type ReferralInput = {
  days: readonly number[]
  own: (day: number) => bigint
  referred: (day: number) => Referred | undefined
  /** The wallet's total before the first of the days. */
  before: bigint
  /** Total of the wallet's referrer at 00:00 UTC of a day; null on days without one. */
  referrerTotal: (day: number) => bigint | null
}

/** Referral points of ascending days; tiers are those of the totals at 00:00 UTC of each. */
export function referralDays(input: ReferralInput): { day: number; referral: bigint }[] {
  let total = input.before
  return input.days.map((day) => {
    const own = input.own(day)
    const referral = fromReferred(input.referred(day), total) + kickback(own, input, day)
    total += own + referral
    return { day, referral }
  })
}

function fromReferred(referred: Referred | undefined, total: bigint) {
  if (!referred) return 0n
  const { layerOne } = tierOf(total / POINT)
  const earned = (referred.first * BigInt(layerOne)) / 10_000n + referred.second / 100n
  const cap = RULES.referralCap * POINT
  return earned < cap ? earned : cap
}

function kickback(own: bigint, { referrerTotal }: ReferralInput, day: number) {
  const total = own > 0n ? referrerTotal(day) : null
  return total === null ? 0n : (own * BigInt(tierOf(total / POINT).kickback)) / 10_000n
}

/** The day before which two courses of a wallet's total stand in the same tier; null when always. */
export function firstTierChange(
  courses: readonly { day: number; before: bigint; now: bigint }[],
): number | null {
  const changed = courses.find(({ before, now }) => tierOf(before / POINT) !== tierOf(now / POINT))
  return changed ? changed.day + 1 : null
}
