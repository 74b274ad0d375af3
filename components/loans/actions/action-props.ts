import type { LoanCalls } from "@/lib/loans/calls"
import type { LoanRoute } from "@/lib/loans/math"
import type { LoanRecord } from "@/lib/loans/record"

/** Props that all dialogs of a loan share. */
export type ActionProps = {
  loan: LoanRecord
  calls: LoanCalls
  route: LoanRoute
  /** Chain time, Unix seconds. */
  now: bigint
  onClose: () => void
}
