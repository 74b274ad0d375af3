/**
 * The borrower: a wallet through the loan hub, the vault or the vesting contract for a wallet, or a leverage position.
 */
export const loanSources = ["hub", "vault", "leverage", "vesting"] as const
export type LoanSource = (typeof loanSources)[number]

export const loanActions = [
  "created",
  "repaid",
  "extended",
  "increased",
  "partial_sell",
  "liquidated",
  "liquidation_claimed",
] as const
export type LoanAction = (typeof loanActions)[number]
