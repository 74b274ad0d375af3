/** Figures of loans as pages show them, from lib/loans/math. Amounts have 18 decimals. */

import { loanErrors } from "@/lib/errors/loans"
import type { ErrorText } from "@/lib/errors/text"
import {
  type ExtensionTerms,
  extensionFee,
  type Loan,
  type LoanQuote,
  type LoanRoute,
  MAX_LOAN_DAYS,
  quoteExtension,
  quoteLiquidation,
  quoteLoan,
  remainingDays,
  type SaleAmounts,
  settleSale,
  splitFee,
} from "@/lib/loans/math"
import { quoteSell } from "@/lib/tokens/pool-math"

const SECONDS_PER_DAY = 86_400n

export type LoanTermsFigures = {
  collateral: bigint
  days: bigint
  debt: bigint
  payout: bigint
  fee: bigint
  /** 2 % of the debt. */
  origination: bigint
  /** 0.005 % of the debt for each day, rounded up. */
  interest: bigint
  /** Of one day. */
  dailyInterest: bigint
  /** Halves of the fee. */
  toTax: bigint
  toPool: bigint
  /** Unix seconds. */
  expiresAt: bigint
  /** USDB for the collateral if it were sold now. */
  marketValue: bigint
  /** If it is not repaid, at today's collateral value: burned, and left to claim. */
  burned: bigint
  leftToClaim: bigint
}

/** What a new loan means. */
export function describeLoan(
  route: LoanRoute,
  collateral: bigint,
  { days, now }: { days: bigint; now: bigint },
): LoanTermsFigures & Pick<LoanQuote, "isPossible"> {
  const { loan, fee, payout, isPossible, after } = quoteLoan(route, collateral, { days, now })
  const interest = extensionFee(loan.debt, days)
  const { tax, pool } = splitFee(fee)
  const liquidation = quoteLiquidation(after, loan)
  return {
    collateral,
    days,
    debt: loan.debt,
    payout,
    fee,
    // The contract rounds the sum up once.
    origination: fee - interest,
    interest,
    dailyInterest: extensionFee(loan.debt, 1n),
    toTax: tax,
    toPool: pool,
    expiresAt: loan.liquidationTime,
    marketValue: quoteSell(route, collateral).amountOut,
    burned: liquidation.burned,
    leftToClaim: liquidation.claim,
    isPossible,
  }
}

/** Most days by which a loan can be extended now. */
export function mostExtraDays({ liquidationTime }: Pick<Loan, "liquidationTime">, now: bigint) {
  const latest = now + MAX_LOAN_DAYS * SECONDS_PER_DAY
  return latest <= liquidationTime ? 0n : (latest - liquidationTime) / SECONDS_PER_DAY
}

/** Why the contract would refuse an extension; null when it would not. */
export function findExtensionProblem(
  route: LoanRoute,
  loan: Loan,
  terms: ExtensionTerms,
): ErrorText | null {
  if (quoteExtension(route, loan, terms)) return null
  if (remainingDays(loan.liquidationTime, terms.now) === 0n) return errorOf("LoanExpired")
  if (terms.addDays > mostExtraDays(loan, terms.now)) return errorOf("TermTooLong")
  const isPossible = (changed: Partial<ExtensionTerms>) =>
    quoteExtension(route, loan, { ...terms, ...changed }) !== null
  if (terms.addDays === 0n) return errorOf("NothingToRefinance")
  if (!isPossible({ payInUsdb: true, refinance: false })) return errorOf("InvalidDays")
  return errorOf(isPossible({ refinance: false }) ? "NothingToRefinance" : "DebtNotCovered")
}

export type SaleFigures = SaleAmounts & {
  payout: bigint
  tax: bigint
  /** Debt that stays. */
  remainingDebt: bigint
  /** The market value of the burned collateral; above the debt it covers where the market price is above its value. */
  burnedMarketValue: bigint
  /** USDB that repaying the whole debt and selling all the collateral would leave; null below 100 %. */
  byRepaying: bigint | null
}

/** The payout of ending `percentage` of a loan, with the contract's names for the amounts. */
export function describeSale(
  route: LoanRoute,
  loan: Pick<Loan, "debt" | "collateral">,
  { percentage, ...amounts }: Omit<SaleAmounts, "repaid"> & { percentage: bigint },
): SaleFigures {
  const remainingDebt = (loan.debt * (100n - percentage)) / 100n
  const sale = { ...amounts, repaid: loan.debt - remainingDebt }
  const { payout, tax } = settleSale(route, sale)
  return {
    ...sale,
    payout,
    tax,
    remainingDebt,
    burnedMarketValue: quoteSell(route, sale.burned).amountOut,
    byRepaying: percentage < 100n ? null : quoteSell(route, loan.collateral).amountOut - loan.debt,
  }
}

export function errorOf(name: string): ErrorText {
  const text = loanErrors[name]
  if (!text) throw new Error(`No text for ${name}`)
  return text
}
