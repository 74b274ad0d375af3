import type { Address } from "viem"
import type { LoanSource } from "@/lib/loans/constants"
import type { Loan } from "@/lib/loans/math"

/** The token that is pledged. */
export type LoanToken = { address: Address; symbol: string; name: string; image: string | null }

/** Where a loan or leverage position is found in the core book. */
export type LoanKey = {
  source: LoanSource
  /** The wallet it belongs to, also where the vault or the vesting contract borrows for it. */
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
  /** Collateral that a liquidation burned, and what it left; null until they are read. */
  liquidated: bigint | null
  claim: bigint | null
  isActive: boolean
  isLiquidated: boolean
}

export const loanName = ({ source, coreId, owner }: LoanKey) => `loan.${source}.${coreId}.${owner}`

/**
 * The loan as lib/loans computes with it. The TIDE that a token's pool has lent is not known outside of the contract,
 * and matters to partial sales alone, which are read from it.
 */
export const toMathLoan = ({ collateral, debt, borrowed, liquidationTime }: LoanRecord): Loan => ({
  collateral,
  tideCollateral: 0n,
  debt,
  borrowed,
  liquidationTime,
})

/** `expired`: the debt is open, and anybody may liquidate the loan. */
export type LoanStatus = "open" | "expired" | "liquidated" | "closed"

export function loanStatus(
  { isActive, isLiquidated, liquidationTime }: LoanRecord,
  now: bigint,
): LoanStatus {
  if (isLiquidated) return "liquidated"
  if (!isActive) return "closed"
  return now < liquidationTime ? "open" : "expired"
}
