import type { LoanRecord } from "@/components/loans/loan"
import type { LoanCalls } from "@/components/loans/loan-calls"
import type { LoanRoute } from "@/lib/loans/math"

/** What every dialog of a loan works with. */
export type ActionProps = {
  loan: LoanRecord
  calls: LoanCalls
  route: LoanRoute
  /** Chain time, Unix seconds. */
  now: bigint
  onClose: () => void
}
