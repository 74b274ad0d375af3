/**
 * Loans against tokens in integers, for browser and server: twin of `LoanMath.sol` and of MainToken's loan book, equal
 * to them to the wei. Amounts have 18 decimals. Rounding is always against the borrower. A loan on TIDE uses TIDE's
 * pool. A loan on another token uses two pools: the token's pool lends TIDE, which becomes the collateral of a loan in
 * USDB. Lending moves neither reserve; only half of each fee stays in TIDE's pool.
 */

import {
  floorPrice,
  type Pool,
  quoteSell,
  type Route,
  routeAfterSell,
  scaledReserve0,
} from "@/lib/tokens/pool-math"
import { divideUp, WAD } from "@/lib/units"

const SCALE = 100n
const STABLE_MULTIPLIER = 100n
/** 2 % of the debt, in parts of 100,000; the contract's `staticFeePercentage` is 200 of 10,000. */
const STATIC_FEE = 2_000n
/** 0.005 % of the debt for each day, in parts of 100,000: the contract's `dynamicFeePercentage`. */
const DAILY_FEE = 5n
const FEE_SCALE = 100_000n
const LIQUIDATOR_PERCENT = 10n
const SECONDS_PER_DAY = 86_400n

export const MIN_LOAN_DAYS = 10n
export const MIN_LEVERAGE_DAYS = 1n
export const MAX_LOAN_DAYS = 1_000n
/** Least debt of a new loan in USDB: the contract's `minimumLoan`. */
export const MIN_DEBT = (WAD * 99n) / 100n
/** Least debt that a partial sale leaves, and least additional debt of a refinance, in USDB. */
export const MIN_REMAINDER = WAD / 100n

/**
 * A pool and the floor that its contract returns (`calculateTokenFloor`): after many trades it is some units above the
 * computed one.
 */
export type CollateralPool = Pool & { floor: bigint }

/** The pools behind a loan; `token` is null for a loan on TIDE. The tax is that of a sale of the collateral. */
export type LoanRoute = Route & { token: CollateralPool | null }

/** A loan or a leverage position as the contract stores it. */
export type Loan = {
  /** `collateralAmount`, in tokens. */
  collateral: bigint
  /** TIDE that the token's pool has lent; 0 for a loan on TIDE. */
  tideCollateral: bigint
  /** `fullAmount`, in USDB. */
  debt: bigint
  /** `borrowedAmount`: the sum of the payouts, in USDB. */
  borrowed: bigint
  /** Seconds. */
  liquidationTime: bigint
}

/** Value of `amount` tokens as collateral in the pool's quote token, rounded down. */
export function collateralValue(pool: CollateralPool, amount: bigint): bigint {
  if (pool.multiplier === STABLE_MULTIPLIER) return valueAtPrice(pool, amount)
  return (amount * pool.floor) / WAD
}

/** Least collateral whose value covers `value`, rounded up. */
export function leastCollateral(pool: CollateralPool, value: bigint): bigint {
  if (pool.multiplier === STABLE_MULTIPLIER) return leastAtPrice(pool, value)
  return divideUp(value * WAD, pool.floor)
}

/** A pool after a trade or a liquidation; its floor never falls. */
export function withFloor(pool: Pool, before = 0n): CollateralPool {
  const floor = floorPrice(pool)
  return { ...pool, floor: floor > before ? floor : before }
}

/** Collateral value along the route: TIDE that the token's pool lends (0 for TIDE), and the debt in USDB. */
export function loanValue({ tide, token }: LoanRoute, collateral: bigint) {
  if (!token) return { tideCollateral: 0n, debt: valueAtPrice(tide, collateral) }
  const tideCollateral = collateralValue(token, collateral)
  return { tideCollateral, debt: valueAtPrice(tide, tideCollateral) }
}

/** Least collateral along the route that covers a debt: TIDE (0 for a loan on TIDE) and tokens. */
export function leastForDebt({ tide, token }: LoanRoute, debt: bigint) {
  const inTide = leastAtPrice(tide, debt)
  if (!token) return { tideCollateral: 0n, collateral: inTide }
  return { tideCollateral: inTide, collateral: leastCollateral(token, inTide) }
}

/** Prepaid fee of a loan. */
export function loanFee(debt: bigint, days: bigint): bigint {
  return divideUp(debt * (STATIC_FEE + DAILY_FEE * days), FEE_SCALE)
}

/** Fee of an extension, which is only the daily part. The contract's `getDynamicFee`. */
export function extensionFee(debt: bigint, days: bigint): bigint {
  return divideUp(debt * DAILY_FEE * days, FEE_SCALE)
}

/** Half of a fee is split like the tax of a trade, the rest stays in TIDE's pool and raises its price. */
export function splitFee(fee: bigint): { tax: bigint; pool: bigint } {
  const tax = fee / 2n
  return { tax, pool: fee - tax }
}

/** Days until the liquidation, rounded up as fees count them. */
export function remainingDays(liquidationTime: bigint, now: bigint): bigint {
  return liquidationTime <= now ? 0n : divideUp(liquidationTime - now, SECONDS_PER_DAY)
}

export type LoanQuote = {
  loan: Loan
  fee: bigint
  /** Paid out in USDB: debt less fee. */
  payout: bigint
  /** Whether the debt reaches the minimum and the days are allowed. */
  isPossible: boolean
  after: LoanRoute
}

/** A new loan on `collateral` tokens. */
export function quoteLoan(
  route: LoanRoute,
  collateral: bigint,
  { days, now }: { days: bigint; now: bigint },
): LoanQuote {
  const value = loanValue(route, collateral)
  const fee = loanFee(value.debt, days)
  const payout = value.debt - fee
  const liquidationTime = now + days * SECONDS_PER_DAY
  return {
    loan: { ...value, collateral, borrowed: payout, liquidationTime },
    fee,
    payout,
    isPossible: value.debt >= MIN_DEBT && days >= MIN_LOAN_DAYS && days <= MAX_LOAN_DAYS,
    after: routeAfterFee(route, fee),
  }
}

export type LoanChange = {
  loan: Loan
  fee: bigint
  /** Paid out in USDB. */
  payout: bigint
  after: LoanRoute
}

/** More collateral, and its value borrowed for the days that remain; null when that is not possible. */
export function quoteIncrease(
  route: LoanRoute,
  loan: Loan,
  { added, now }: { added: bigint; now: bigint },
): LoanChange | null {
  if (now >= loan.liquidationTime) return null
  const value = loanValue(route, added)
  const fee = loanFee(value.debt, remainingDays(loan.liquidationTime, now))
  const payout = value.debt - fee
  if (payout <= 0n) return null
  return {
    loan: {
      ...loan,
      collateral: loan.collateral + added,
      tideCollateral: loan.tideCollateral + value.tideCollateral,
      debt: loan.debt + value.debt,
      borrowed: loan.borrowed + payout,
    },
    fee,
    payout,
    after: routeAfterFee(route, fee),
  }
}

export type ExtensionTerms = {
  /** 0, only with `refinance`, or at least 10. */
  addDays: bigint
  /** Whether the fee is paid in USDB instead of being added to the debt. */
  payInUsdb: boolean
  /** Whether the debt rises to the current collateral value. */
  refinance: boolean
  now: bigint
}

export type ExtensionQuote = LoanChange & {
  /** Fee on the amount by which a refinance raises the debt; `fee` is for the added days. */
  refinanceFee: bigint
}

/**
 * An extension: `ExtensionEligibility`'s fee, and as `payout` its `extraOut`; null when it is not possible. All values
 * are at the price before it.
 */
export function quoteExtension(
  route: LoanRoute,
  loan: Loan,
  terms: ExtensionTerms,
): ExtensionQuote | null {
  if (!areDaysAllowed(loan, terms)) return null
  const fee = extensionFee(loan.debt, terms.addDays)
  const extended = {
    ...loan,
    liquidationTime: loan.liquidationTime + terms.addDays * SECONDS_PER_DAY,
  }
  const owing = terms.payInUsdb ? extended : withDebt(route, extended, loan.debt + fee)
  if (!owing) return null
  const raised = terms.refinance ? refinance(route, owing, terms.now) : unchanged(owing)
  return raised && { ...raised, fee, after: routeAfterFee(route, fee + raised.refinanceFee) }
}

function areDaysAllowed(loan: Loan, { addDays, refinance, now }: ExtensionTerms): boolean {
  if (now >= loan.liquidationTime) return false
  if (addDays === 0n ? !refinance : addDays < MIN_LOAN_DAYS) return false
  const latest = now + MAX_LOAN_DAYS * SECONDS_PER_DAY
  return loan.liquidationTime + addDays * SECONDS_PER_DAY <= latest
}

/** The loan with a larger debt; null when the collateral does not cover it. The TIDE of a token's loan grows. */
function withDebt(route: LoanRoute, loan: Loan, debt: bigint): Loan | null {
  const needed = leastForDebt(route, debt)
  const most = loanValue(route, loan.collateral)
  if (!route.token) return debt > most.debt ? null : { ...loan, debt }
  if (needed.tideCollateral > most.tideCollateral) return null
  const grows = needed.tideCollateral > loan.tideCollateral
  return { ...loan, debt, tideCollateral: grows ? needed.tideCollateral : loan.tideCollateral }
}

const unchanged = (loan: Loan) => ({ loan, refinanceFee: 0n, payout: 0n })

function refinance(route: LoanRoute, loan: Loan, now: bigint) {
  const value = loanValue(route, loan.collateral)
  const added = value.debt - loan.debt
  if (added < MIN_REMAINDER) return null
  const refinanceFee = loanFee(added, remainingDays(loan.liquidationTime, now))
  const payout = added - refinanceFee
  return {
    loan: { ...loan, ...value, borrowed: loan.borrowed + payout },
    refinanceFee,
    payout,
  }
}

export type LiquidationQuote = {
  /** Burned collateral: `liquidatedAmount`. */
  burned: bigint
  /** To whoever calls. */
  liquidatorPart: bigint
  /** `liquidationClaim` of the borrower, in tokens. */
  claim: bigint
  after: LoanRoute
}

/** The burned amount and the remainder of a liquidation. It never needs more than the collateral. */
export function quoteLiquidation(route: LoanRoute, loan: Loan): LiquidationQuote {
  const least = leastForDebt(route, loan.debt)
  const left = loan.collateral - least.collateral
  const liquidatorPart = (left * LIQUIDATOR_PERCENT) / 100n
  return {
    burned: least.collateral,
    liquidatorPart,
    claim: left - liquidatorPart,
    after: routeAfterBurn(route, least, loan.debt),
  }
}

export type LoanSaleQuote = {
  /** Debt that is covered, in USDB. */
  repaid: bigint
  /** TIDE that is burned for a loan on a token; 0 for one on TIDE. */
  burnedTide: bigint
  /** Collateral that is burned. */
  burned: bigint
  /** Collateral that is sold through the router. */
  residual: bigint
  /** Tax of that sale in USDB. */
  tax: bigint
  /** Paid to the borrower in USDB. */
  payout: bigint
  /** Null when the sale closes the loan. */
  loan: Loan | null
  after: LoanRoute
}

/**
 * Covers `percentage` (10 to 100 in steps of 10) of the debt with collateral and sells the rest of that part of the
 * collateral. The remainder is computed first and rounded up, so that it covers the remaining debt. Null when the
 * remaining debt would be too small, or when roundings prevent dividing collateral without any slack.
 */
export function quotePartialSale(
  route: LoanRoute,
  loan: Loan,
  percentage: bigint,
): LoanSaleQuote | null {
  const remaining = remainderOf(route, loan, 100n - percentage)
  if (percentage < 100n && remaining.debt < MIN_REMAINDER) return null
  const repaid = loan.debt - remaining.debt
  const least = leastForDebt(route, repaid)
  const residual = loan.collateral - remaining.collateral - least.collateral
  const isDivisible = remaining.tideCollateral + least.tideCollateral <= loan.tideCollateral
  if (residual < 0n || (route.token && !isDivisible)) return null
  const amounts = { repaid, burnedTide: least.tideCollateral, burned: least.collateral, residual }
  const rest = percentage === 100n ? null : { ...loan, ...remaining }
  return { ...amounts, ...settleSale(route, amounts), loan: rest }
}

/** Debt that a partial sale covers, and what `getPartialLoanSellAmounts` says that it burns and sells. */
export type SaleAmounts = Pick<LoanSaleQuote, "repaid" | "burnedTide" | "burned" | "residual">

/** The payout of a partial sale with these amounts. */
export function settleSale(
  route: LoanRoute,
  { repaid, burnedTide, burned, residual }: SaleAmounts,
): Pick<LoanSaleQuote, "tax" | "payout" | "after"> {
  const least = { tideCollateral: burnedTide, collateral: burned }
  const after = routeAfterBurn(route, least, repaid)
  if (residual === 0n) return { tax: 0n, payout: 0n, after }
  const { tax, amountOut } = quoteSell(after, residual)
  return { tax, payout: amountOut, after: loanRouteAfterSell(after, residual) }
}

/**
 * The debt and collateral that a partial sale leaves. Both collaterals keep their share, so that the next sale can be
 * rounded, too.
 */
function remainderOf(route: LoanRoute, loan: Loan, percent: bigint) {
  const debt = (loan.debt * percent) / 100n
  const share = (amount: bigint) => divideUp(amount * percent, 100n)
  const least = leastForDebt(route, debt)
  if (!route.token) {
    return {
      debt,
      tideCollateral: 0n,
      collateral: larger(share(loan.collateral), least.collateral),
    }
  }
  const tideCollateral = larger(share(loan.tideCollateral), least.tideCollateral)
  const leastTokens = leastCollateral(route.token, tideCollateral)
  return { debt, tideCollateral, collateral: larger(share(loan.collateral), leastTokens) }
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** The pools after a fee was paid or withheld. */
export function routeAfterFee(route: LoanRoute, fee: bigint): LoanRoute {
  const { tide } = route
  return { ...route, tide: { ...tide, reserve1: tide.reserve1 + splitFee(fee).pool } }
}

/** The pools after a sale of `tokensIn` for USDB, with the token's floor. */
export function loanRouteAfterSell(route: LoanRoute, tokensIn: bigint): LoanRoute {
  const sold = routeAfterSell(route, tokensIn)
  return { ...sold, token: sold.token && withFloor(sold.token, route.token?.floor) }
}

/** The pools after collateral was burned for a debt. */
function routeAfterBurn(
  route: LoanRoute,
  burned: { tideCollateral: bigint; collateral: bigint },
  debt: bigint,
): LoanRoute {
  const { tide, token } = route
  if (!token) return { ...route, tide: burn(tide, burned.collateral, debt) }
  const left = burn(token, burned.collateral, burned.tideCollateral)
  return {
    ...route,
    tide: burn(tide, burned.tideCollateral, debt),
    token: withFloor(left, token.floor),
  }
}

function burn(pool: Pool, tokens: bigint, quote: bigint): Pool {
  return { ...pool, supply: pool.supply - tokens, reserve1: pool.reserve1 - quote }
}

/** For a pool with multiplier 100; computed with its reserves, because the price in wad has lost digits. */
function valueAtPrice(pool: Pool, amount: bigint): bigint {
  return (amount * SCALE * pool.reserve1) / scaledReserve0(pool)
}

function leastAtPrice(pool: Pool, value: bigint): bigint {
  return divideUp(value * scaledReserve0(pool), SCALE * pool.reserve1)
}
