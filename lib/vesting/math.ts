/**
 * Vesting schedules in the contract's integers: twin of `VestingStore.sol`, equal to it to the wei. Amounts have 18
 * decimals, times are in seconds.
 */

import { divideUp } from "@/lib/units"

const DAY = 86_400n

/** Longest duration of a schedule in days, and the furthest start or unlock time. */
export const MAX_DAYS = 990n
export const MAX_DURATION = MAX_DAYS * DAY

const MIN_LOAN_DAYS = 10n
const MAX_LOAN_DAYS = 1_000n
/** Days that a loan lasts beyond the end of its schedule. */
const LOAN_BUFFER = 10n

/** Steps of a gradual schedule, by the contract's number of their unit. */
const STEP_SECONDS = [1n, 60n, 3_600n, DAY] as const

/** The terms that determine the vested amount of a schedule. */
export type Terms = {
  totalAmount: bigint
  /** Start of a gradual schedule; creation of a cliff. */
  startTime: bigint
  /** When everything is vested. */
  endTime: bigint
  isGradual: boolean
  /** 0 second, 1 minute, 2 hour, 3 day. */
  timeUnit: number
  /** Least vested amount: the amount vested before an extension or a liquidation. */
  vestedFloor: bigint
}

export type Schedule = Terms & {
  claimedAmount: bigint
  /** Whether its tokens are the collateral of a loan. */
  isPledged: boolean
}

export const stepSeconds = (timeUnit: number): bigint => STEP_SECONDS[timeUnit] ?? DAY

/** The vested amount at a time, claimed or not: the contract's `getVestedAmount`. */
export function vestedAmount(terms: Terms, now: bigint): bigint {
  const { totalAmount, startTime, endTime, vestedFloor } = terms
  if (now >= endTime) return totalAmount
  if (!terms.isGradual || now <= startTime) return vestedFloor
  const elapsed = now - startTime
  const whole = elapsed - (elapsed % stepSeconds(terms.timeUnit))
  const line = (totalAmount * whole) / (endTime - startTime)
  return larger(line, vestedFloor)
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** The payout of a claim: the contract's `getClaimableAmount`. */
export function claimableAmount(schedule: Schedule, now: bigint): bigint {
  return schedule.isPledged ? 0n : vestedAmount(schedule, now) - schedule.claimedAmount
}

/** A schedule with a later end. Vested tokens stay vested. */
export function extend<T extends Terms>(terms: T, days: bigint, now: bigint): T {
  const endTime = terms.endTime + days * DAY
  return { ...terms, endTime, vestedFloor: vestedAmount(terms, now) }
}

/** Days by which a schedule can still be extended, 0 once everything is vested. */
export function maxExtensionDays(
  { startTime, endTime }: Pick<Terms, "startTime" | "endTime">,
  now: bigint,
): bigint {
  if (now >= endTime) return 0n
  const left = MAX_DURATION - (endTime - startTime)
  return left > 0n ? left / DAY : 0n
}

/** A schedule after the liquidation of its loan: its vested unclaimed tokens shrink with the unclaimed ones. */
export function liquidate<T extends Schedule>(schedule: T, totalAfter: bigint, now: bigint): T {
  const { claimedAmount, totalAmount } = schedule
  const open = vestedAmount(schedule, now) - claimedAmount
  const left = (open * (totalAfter - claimedAmount)) / (totalAmount - claimedAmount)
  return {
    ...schedule,
    totalAmount: totalAfter,
    vestedFloor: claimedAmount + left,
    isPledged: false,
  }
}

/** Days of a loan on a schedule that is taken now. */
export function loanDays(endTime: bigint, now: bigint): bigint {
  const left = endTime > now ? divideUp(endTime - now, DAY) : 0n
  const days = left + LOAN_BUFFER
  if (days < MIN_LOAN_DAYS) return MIN_LOAN_DAYS
  return days > MAX_LOAN_DAYS ? MAX_LOAN_DAYS : days
}

/** Changes of a schedule, in order. `at` is the time of the block. */
export type ScheduleChange = { at: bigint } & (
  | { kind: "created" | "tokens_added"; totalAmount: bigint }
  | { kind: "claimed"; amount: bigint }
  | { kind: "extended"; days: bigint }
  | { kind: "liquidated"; totalAmount: bigint }
)

/**
 * The least vested amount, which no view of the contract returns: it follows from applying the changes in order.
 * `terms` are the current ones.
 */
export function findVestedFloor(
  terms: Omit<Terms, "vestedFloor">,
  changes: readonly ScheduleChange[],
): bigint {
  const added = changes.reduce((sum, one) => (one.kind === "extended" ? sum + one.days : sum), 0n)
  const first: Schedule = {
    ...terms,
    totalAmount: 0n,
    claimedAmount: 0n,
    vestedFloor: 0n,
    endTime: terms.endTime - added * DAY,
    isPledged: false,
  }
  return changes.reduce(applyChange, first).vestedFloor
}

function applyChange(schedule: Schedule, change: ScheduleChange): Schedule {
  switch (change.kind) {
    case "created":
    case "tokens_added":
      return { ...schedule, totalAmount: change.totalAmount }
    case "claimed":
      return { ...schedule, claimedAmount: schedule.claimedAmount + change.amount }
    case "extended":
      return extend(schedule, change.days, change.at)
    case "liquidated":
      return liquidate(schedule, change.totalAmount, change.at)
  }
}
