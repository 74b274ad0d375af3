import type { LoanSource } from "./constants"

/** When a loan's borrower is reminded of its expiry: in the calendar file and on the pages. */

export const REMINDER_SECONDS = { week: 7 * 86_400, day: 86_400 } as const

export type ReminderStep = keyof typeof REMINDER_SECONDS | "expired"

/** Null while the expiry is more than seven days away. Times are Unix seconds. */
export function findReminderStep(liquidationTime: number, now: number): ReminderStep | null {
  const left = liquidationTime - now
  if (left <= 0) return "expired"
  if (left <= REMINDER_SECONDS.day) return "day"
  return left <= REMINDER_SECONDS.week ? "week" : null
}

/** Identifies a loan in a calendar file and in the browser. */
export const loanLabel = ({ source, loanId }: { source: LoanSource; loanId: number }) =>
  `${source}-${loanId}`

/** The page where a loan can be repaid and extended. */
export function loanPath({ source, wallet }: { source: LoanSource; wallet: string }): string {
  if (source === "leverage") return `/portfolio/${wallet}`
  if (source === "vault") return "/earn"
  return source === "vesting" ? "/vesting" : "/borrow"
}
