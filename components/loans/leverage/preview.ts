import { exposureOf, type MixedQuote, measureImpact, quoteMixed } from "@/lib/loans/leverage-math"
import { type LoanRoute, quoteLiquidation } from "@/lib/loans/math"
import {
  breakEvenPrice,
  compareOutcomes,
  leavingValue,
  type OutcomeRow,
} from "@/lib/loans/position-outcome"
import { quoteSell, routePrice } from "@/lib/tokens/pool-math"
import { divideUp, WAD } from "@/lib/units"

const BASIS_POINTS = 10_000n

/** A leveraged purchase computed from the reserves. Prices are USD per token, 18 decimals. */
export type LeveragePreview = {
  amountIn: bigint
  /** The part of it that is leveraged, 1 to 100. */
  percentage: bigint
  /** Tokens of the position. */
  collateral: bigint
  /** Tokens that the rest buys, in the wallet. */
  tokens: bigint
  /** USDB to repay. */
  debt: bigint
  /** In USDB. */
  loanFee: bigint
  tradeTax: bigint
  /** Both per `spent`, in basis points, rounded up. */
  feeShare: bigint
  /** The part that stays in the position, and the part that is paid back at once. */
  spent: bigint
  rest: bigint
  /** The part of `spent` that is in the position. */
  atStake: bigint
  /** Value of all tokens bought at the price before the purchase, in USD. */
  exposure: bigint
  /** `exposure` per `spent`, in basis points, rounded down: 42,000 is 4.2×. */
  multiple: bigint
  /** Basis points, rounded up. */
  impact: bigint
  priceBefore: bigint
  priceAfter: bigint
  /** Null when no rise of the price returns the amount spent. */
  breakEven: bigint | null
  /** The proceeds in USDB of closing the position and selling the tokens right after the purchase. */
  closingNow: bigint
  /** The remainder of a liquidation at the price after the purchase: tokens, and USDB for them. */
  leftOver: { tokens: bigint; usdb: bigint }
  usdValue: bigint
  /** False where the debt is below that of the smallest loan. */
  isPossible: boolean
  outcomes: OutcomeRow[]
}

/** Everything that does not depend on the time. The expiry day is added where it is shown. */
export function previewLeverage(
  route: LoanRoute,
  amountIn: bigint,
  days: bigint,
  percentage = 100n,
): LeveragePreview | null {
  const terms = { days, now: 0n, percentage }
  const quote = quoteMixed(route, amountIn, terms)
  const { position, tokens, spent, rest, loanFee, tradeTax, usdValue, isPossible, after } = quote
  if (position.collateral === 0n) return null
  const priceBefore = routePrice(route)
  return {
    amountIn,
    percentage,
    spent,
    rest,
    atStake: spent - amountIn + (amountIn * percentage) / 100n,
    collateral: position.collateral,
    tokens,
    debt: position.debt,
    loanFee,
    tradeTax,
    feeShare: divideUp((loanFee + tradeTax) * BASIS_POINTS, spent),
    exposure: ((position.collateral + tokens) * priceBefore) / WAD,
    multiple: exposureOf(route, quote),
    impact: measureImpact(route, quote),
    priceBefore,
    priceAfter: routePrice(after),
    breakEven: breakEvenPrice(quote),
    closingNow: leavingValue(after, quote),
    leftOver: valueLeftOver(quote),
    usdValue,
    isPossible,
    outcomes: compareOutcomes(route, amountIn, terms),
  }
}

function valueLeftOver({ after, position }: MixedQuote) {
  const { claim, after: liquidated } = quoteLiquidation(after, position)
  return { tokens: claim, usdb: claim === 0n ? 0n : quoteSell(liquidated, claim).amountOut }
}

/** 42,000 basis points as "4.2×": one decimal, rounded down. */
export function formatMultiple(basisPoints: bigint): string {
  const tenths = basisPoints / 1_000n
  return `${tenths / 10n}${tenths % 10n === 0n ? "" : `.${tenths % 10n}`}×`
}
