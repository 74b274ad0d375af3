import type {
  LoanRecord,
  LogKey,
  LogReadings,
  LogRows,
  ScheduleRecord,
} from "@/lib/events/declare-event"
import type { LoanAction } from "./constants"

/** The fields of an event besides its loan; undefined values are left out. */
export type EventData = Record<string, string | number | boolean | undefined>

/** Amounts in `data` are text. */
export const toDataText = (data: EventData) => JSON.stringify(data)

/**
 * The row of a loan event. Empty for the inner half of a loan that a platform contract took for a user; null when the
 * contracts do not know the loan.
 */
export function toLoanRows(
  log: LogKey,
  { loan, schedule, isLate }: LogReadings,
  action: LoanAction,
  data: EventData = {},
): LogRows | null {
  if (!loan) return null
  const { isInner, ...rest } = loan
  if (isInner && action !== "liquidated") return {}
  const { id, txId, time } = log
  const vesting = loan.vestingId === null ? {} : { vestingId: loan.vestingId }
  const common = { id, txId, time, action, data: toDataText({ ...vesting, ...data }) }
  if (isLate) {
    const late = {
      ...toLoanColumns(loan),
      ...(schedule && { schedule: toScheduleColumns(schedule) }),
    }
    const vestingId = schedule?.vestingId ?? null
    return {
      loanEvent: { ...common, ...rest, ...NO_STATE },
      missingState: toMissingState(log, "loan", { vestingId, data: late }),
    }
  }
  const loanEvent = { ...common, ...rest }
  if (!schedule) return { loanEvent }
  return { loanEvent, vestingReading: { id, txId, ...schedule } }
}

/** The state of a loan that could not be read as of its block. */
const NO_STATE = {
  ...{ collateral: null, fullAmount: null, borrowedAmount: null },
  ...{ creationTime: null, liquidationTime: null, liquidated: null, active: null },
}

/** In the form that `jsonb_populate_record` takes; amounts are text. */
const toLoanColumns = (loan: LoanRecord) => ({
  collateral: `${loan.collateral}`,
  full_amount: `${loan.fullAmount}`,
  borrowed_amount: `${loan.borrowedAmount}`,
  creation_time: loan.creationTime,
  liquidation_time: loan.liquidationTime,
  liquidated: loan.liquidated,
  active: loan.active,
})

export const toScheduleColumns = (schedule: ScheduleRecord) => ({
  vesting_id: schedule.vestingId,
  creator: schedule.creator,
  beneficiary: schedule.beneficiary,
  token: schedule.token,
  ecosystem: schedule.ecosystem,
  total_amount: `${schedule.totalAmount}`,
  claimed_amount: `${schedule.claimedAmount}`,
  start_time: schedule.startTime,
  duration_days: schedule.durationDays,
  unlock_time: schedule.unlockTime,
  is_gradual: schedule.isGradual,
  active_loan_id: schedule.activeLoanId,
  memo: schedule.memo,
  time_unit: schedule.timeUnit,
})

/** The mark of an event whose contract could only be read as of a later block, with that answer. */
export const toMissingState = (
  { id, txId }: LogKey,
  kind: MissingStateKind,
  { vestingId = null, data }: { vestingId?: number | null; data: Record<string, unknown> },
) => ({ id, txId, kind, vestingId, data: JSON.stringify(data) })

type MissingStateKind = "loan" | "schedule" | "share_price"

const DAY_SECONDS = 86_400

/** The loan as of the event's block; undefined where the node had no longer that state. */
export const stateOf = ({ loan, isLate }: LogReadings) => (isLate ? undefined : loan)

export const toText = (amount: bigint | undefined) =>
  amount === undefined ? undefined : `${amount}`

/** Days from the creation of a loan to its liquidation. */
export function daysOf(readings: LogReadings): number | undefined {
  const loan = stateOf(readings)
  return loan && Math.round((loan.liquidationTime - loan.creationTime) / DAY_SECONDS)
}

/** A count of days, a percentage or an id; null for a number too large to be one. */
export const toCount = (value: bigint) => (value <= 2_147_483_647n ? Number(value) : null)
