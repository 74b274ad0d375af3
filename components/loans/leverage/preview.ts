import { type LeverageQuote, measureImpact, quoteLeverage } from "@/lib/loans/leverage-math"
import { type LoanRoute, quoteLiquidation } from "@/lib/loans/math"
import {
  breakEvenPrice,
  closingValue,
  compareOutcomes,
  type OutcomeRow,
} from "@/lib/loans/position-outcome"
import { quoteSell, routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"

const BASIS_POINTS = 10_000n

/** A leveraged purchase computed from the reserves. Prices are USD per token, 18 decimals. */
export type LeveragePreview = {
  amountIn: bigint
  /** Tokens bought, all of them collateral. */
  collateral: bigint
  /** USDB to repay. */
  debt: bigint
  /** In USDB. */
  loanFee: bigint
  tradeTax: bigint
  /** What of it stays in the position, and what is paid back at once. */
  spent: bigint
  rest: bigint
  /** Value of the collateral at the price before the purchase, in USD. */
  exposure: bigint
  /** `exposure` per `spent`, in basis points, rounded down: 42,000 is 4.2×. */
  multiple: bigint
  /** Basis points, rounded up. */
  impact: bigint
  priceBefore: bigint
  priceAfter: bigint
  /** Null when no rise of the price returns what was spent. */
  breakEven: bigint | null
  /** What closing pays right after the purchase, in USDB. */
  closingNow: bigint
  /** What a liquidation leaves at the price after the purchase: tokens, and USDB for them. */
  leftOver: { tokens: bigint; usdb: bigint }
  usdValue: bigint
  /** False where the debt is below that of the smallest loan. */
  isPossible: boolean
  outcomes: OutcomeRow[]
}

/** What does not depend on the time: the day it expires is added where it is shown. */
export function previewLeverage(
  route: LoanRoute,
  amountIn: bigint,
  days: bigint,
): LeveragePreview | null {
  const terms = { days, now: 0n }
  const quote = quoteLeverage(route, amountIn, terms)
  const { position, spent, rest, loanFee, tradeTax, usdValue, isPossible, after } = quote
  if (position.collateral === 0n) return null
  const priceBefore = routePrice(route)
  const exposure = (position.collateral * priceBefore) / WAD
  return {
    amountIn,
    spent,
    rest,
    collateral: position.collateral,
    debt: position.debt,
    loanFee,
    tradeTax,
    exposure,
    multiple: (exposure * BASIS_POINTS) / spent,
    impact: measureImpact(route, quote),
    priceBefore,
    priceAfter: routePrice(after),
    breakEven: breakEvenPrice(quote),
    closingNow: closingValue(after, position),
    leftOver: valueLeftOver(quote),
    usdValue,
    isPossible,
    outcomes: compareOutcomes(route, amountIn, terms),
  }
}

function valueLeftOver({ after, position }: LeverageQuote) {
  const { claim, after: liquidated } = quoteLiquidation(after, position)
  return { tokens: claim, usdb: claim === 0n ? 0n : quoteSell(liquidated, claim).amountOut }
}

/** 42,000 basis points as "4.2×": one decimal, rounded down. */
export function formatMultiple(basisPoints: bigint): string {
  const tenths = basisPoints / 1_000n
  return `${tenths / 10n}${tenths % 10n === 0n ? "" : `.${tenths % 10n}`}×`
}
