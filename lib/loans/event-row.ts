import type { LogKey, LogReadings, LogRows } from "@/lib/indexer/declare-event"
import type { LoanAction } from "./constants"

/** What an event tells besides its loan; undefined values are left out. */
export type EventData = Record<string, string | number | boolean | undefined>

/** Amounts in `data` are text. */
export const toDataText = (data: EventData) => JSON.stringify(data)

/**
 * The row of a loan event. Empty for the inner half of a loan that a platform contract took for a user; null when the
 * contracts do not know the loan.
 */
export function toLoanRows(
  log: LogKey,
  { loan, schedule }: LogReadings,
  action: LoanAction,
  data: EventData = {},
): LogRows | null {
  if (!loan) return null
  const { isInner, ...state } = loan
  if (isInner && action !== "liquidated") return {}
  const { id, txId, time } = log
  const vesting = loan.vestingId === null ? {} : { vestingId: loan.vestingId }
  const loanEvent = { id, txId, time, action, ...state, data: toDataText({ ...vesting, ...data }) }
  if (!schedule) return { loanEvent }
  return { loanEvent, vestingReading: { id, txId, ...schedule } }
}

const DAY_SECONDS = 86_400

/** Days from the creation of a loan to its liquidation. */
export const daysOf = ({ loan }: LogReadings) =>
  loan && Math.round((loan.liquidationTime - loan.creationTime) / DAY_SECONDS)

/** A count of days, a percentage or an id; null when no such number can be meant. */
export const toCount = (value: bigint) => (value <= 2_147_483_647n ? Number(value) : null)
