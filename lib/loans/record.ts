import type { Address } from "viem"
import type { LoanSource } from "@/lib/loans/constants"
import type { Loan } from "@/lib/loans/math"

/** The token that is pledged. */
export type LoanToken = { address: Address; symbol: string; name: string; image: string | null }

/** The place of a loan or leverage position in the core book. */
export type LoanKey = {
  source: LoanSource
  /** The wallet that owns it, also where the vault or the vesting contract borrows for it. */
  owner: Address
  /** The loan hub, or the trader of a leverage position. */
  borrower: Address
  coreId: bigint
  /** Null for a leverage position. */
  hubId: bigint | null
  token: LoanToken
}

/** A loan or leverage position of any source. Amounts have 18 decimals, times are Unix seconds. */
export type LoanRecord = LoanKey & {
  collateral: bigint
  debt: bigint
  /** USDB paid out so far. */
  borrowed: bigint
  createdAt: bigint
  liquidationTime: bigint
  /** Collateral that a liquidation burned, and its remainder; null until they are read. */
  liquidated: bigint | null
  claim: bigint | null
  isActive: boolean
  isLiquidated: boolean
}

export const loanName = ({ source, coreId, owner }: LoanKey) => `loan.${source}.${coreId}.${owner}`

/**
 * The loan in the form that lib/loans computes with. The TIDE that a token's pool has lent is only known to the
 * contract; it matters only for partial sales, which are read from the contract.
 */
export const toMathLoan = ({ collateral, debt, borrowed, liquidationTime }: LoanRecord): Loan => ({
  collateral,
  tideCollateral: 0n,
  debt,
  borrowed,
  liquidationTime,
})

/** `expired`: the debt is open, and any wallet may liquidate the loan. */
export type LoanStatus = "open" | "expired" | "liquidated" | "closed"

export function loanStatus(
  { isActive, isLiquidated, liquidationTime }: LoanRecord,
  now: bigint,
): LoanStatus {
  if (isLiquidated) return "liquidated"
  if (!isActive) return "closed"
  return now < liquidationTime ? "open" : "expired"
}
