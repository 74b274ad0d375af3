import { MAX_DAYS, MAX_DURATION, stepSeconds, type Terms } from "./math"

const DAY = 86_400n
/** A cliff must be at least an hour ahead. */
const MIN_CLIFF = 3_600n
/**
 * A start "right away" is set this far ahead, because the contract refuses a start that has passed when the
 * transaction is mined.
 */
export const START_MARGIN = 300n

/** The form's text. Times are those of `datetime-local`, in the browser's zone. */
export type TermsDraft = {
  kind: "gradual" | "cliff"
  /** Empty: right away. */
  start: string
  days: string
  /** The contract's number of the time unit. */
  timeUnit: number
  unlock: string
}

export const EMPTY_TERMS: TermsDraft = {
  kind: "gradual",
  start: "",
  days: "365",
  timeUnit: 3,
  unlock: "",
}

/** Checked terms of new schedules. A start of null means right away. */
export type NewTerms =
  | { isGradual: true; startTime: bigint | null; days: bigint; timeUnit: number }
  | { isGradual: false; unlockTime: bigint }

export type TermsErrors = Partial<Record<keyof TermsDraft, string>>

/** The terms of a draft at a block time; null with errors. */
export function resolveTerms(
  draft: TermsDraft,
  now: bigint,
): { terms: NewTerms | null; errors: TermsErrors } {
  const { errors, terms } = draft.kind === "gradual" ? gradual(draft, now) : cliff(draft, now)
  return { errors, terms: Object.keys(errors).length === 0 ? terms : null }
}

function gradual({ start, days: text, timeUnit }: TermsDraft, now: bigint) {
  const errors: TermsErrors = {}
  const days = /^\d{1,4}$/.test(text.trim()) ? BigInt(text.trim()) : 0n
  if (days < 1n || days > MAX_DAYS) errors.days = `Enter 1 to ${MAX_DAYS} whole days.`
  const startTime = start === "" ? null : parseLocalTime(start)
  if (start !== "" && startTime === null) errors.start = "Enter a date and a time."
  if (startTime !== null && startTime < now) {
    errors.start =
      "This time is over, and a schedule cannot start in the past. For tokens that should be vested already, send them directly and vest the rest."
  }
  if (startTime !== null && startTime > now + MAX_DURATION) {
    errors.start = `A schedule starts at most ${MAX_DAYS} days ahead.`
  }
  const terms: NewTerms = { isGradual: true, startTime, days, timeUnit }
  return { errors, terms }
}

function cliff({ unlock }: TermsDraft, now: bigint) {
  const errors: TermsErrors = {}
  const unlockTime = parseLocalTime(unlock)
  if (unlockTime === null) errors.unlock = "Enter a date and a time."
  else if (unlockTime < now) errors.unlock = "This time is over. Tokens unlock in the future."
  else if (unlockTime < now + MIN_CLIFF) errors.unlock = "Tokens unlock in 1 hour at the earliest."
  else if (unlockTime > now + MAX_DURATION) {
    errors.unlock = `Tokens unlock at most ${MAX_DAYS} days ahead.`
  }
  const terms: NewTerms = { isGradual: false, unlockTime: unlockTime ?? 0n }
  return { errors, terms }
}

function parseLocalTime(text: string): bigint | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null
  const time = new Date(text).getTime()
  return Number.isFinite(time) ? BigInt(Math.floor(time / 1_000)) : null
}

/** When schedules with these terms start, if they are sent at `now`. */
export const resolveStart = ({ startTime }: { startTime: bigint | null }, now: bigint) =>
  startTime ?? now + START_MARGIN

/** The schedule that terms make at a time, to draw it. */
export function toSchedule(terms: NewTerms, totalAmount: bigint, now: bigint): Terms {
  if (!terms.isGradual) {
    const { unlockTime: endTime } = terms
    return {
      totalAmount,
      startTime: now,
      endTime,
      isGradual: false,
      timeUnit: 0,
      vestedFloor: 0n,
    }
  }
  const startTime = resolveStart(terms, now)
  const endTime = startTime + terms.days * DAY
  return {
    totalAmount,
    startTime,
    endTime,
    isGradual: true,
    timeUnit: terms.timeUnit,
    vestedFloor: 0n,
  }
}

/** Whether an amount has fewer base units than the schedule has steps, so that some steps release nothing. */
export function isDust(terms: NewTerms, amount: bigint): boolean {
  return terms.isGradual && amount > 0n && amount < (terms.days * DAY) / stepSeconds(terms.timeUnit)
}
