import type { LoanCalls } from "@/lib/loans/calls"
import { type LoanRoute, quoteExtension } from "@/lib/loans/math"
import { type LoanRecord, type LoanStatus, toMathLoan } from "@/lib/loans/record"

export type LoanCardAction =
  | "repay"
  | "extend"
  | "refinance"
  | "increase"
  | "sell"
  | "claim"
  | "liquidate"

type Situation = {
  loan: LoanRecord
  status: LoanStatus
  calls: LoanCalls
  route: LoanRoute
  now: bigint
  isOwner: boolean
}

/** The actions that a loan allows now, in the order of the buttons. */
export function listActions({ loan, status, calls, route, now, isOwner }: Situation) {
  const actions: { action: LoanCardAction; label: string }[] = []
  const offer = (isOffered: boolean, action: LoanCardAction, label: string) => {
    if (isOffered) actions.push({ action, label })
  }
  const isOpen = status === "open"
  const hasDebt = isOpen || status === "expired"
  const refinancing = { addDays: 0n, payInUsdb: false, refinance: true, now }
  const canRefinance = isOpen && quoteExtension(route, toMathLoan(loan), refinancing) !== null
  offer(isOwner && hasDebt, "repay", "Repay")
  offer(isOwner && isOpen && !!calls.extend, "extend", "Extend")
  offer(isOwner && canRefinance && !!calls.extend, "refinance", "Refinance")
  offer(isOwner && isOpen && !!calls.increase, "increase", "Add collateral")
  offer(
    isOwner && hasDebt && !!calls.sell,
    "sell",
    loan.source === "leverage" ? "Close" : "Sell a part",
  )
  offer(isOwner && !!calls.claim && (loan.claim ?? 0n) > 0n, "claim", "Claim the rest")
  offer(status === "expired", "liquidate", "Liquidate")
  return actions
}
