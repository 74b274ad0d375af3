/**
 * Leverage: twin of `LeverageMath.sol`, equal to it to the wei. A leveraged purchase buys, borrows on the tokens and
 * buys again with the loan's payout, until the payout is too little. The result is one position.
 */

import {
  type Loan,
  type LoanRoute,
  loanFee,
  loanValue,
  MAX_LOAN_DAYS,
  MIN_DEBT,
  MIN_LEVERAGE_DAYS,
  routeAfterFee,
  splitFee,
  withFloor,
} from "@/lib/loans/math"
import { buyValue, quoteBuy, routeAfterBuy, routePrice } from "@/lib/tokens/pool-math"
import { divideUp, WAD } from "@/lib/units"

const SECONDS_PER_DAY = 86_400n
const MAX_ROUNDS = 300
/** A round with less than this part of the first input is left out. */
const SMALLEST_PART = 1_000n

export type LeverageQuote = {
  position: Loan
  /** Own money that stayed in the position: `leverageBuyAmount`. */
  spent: bigint
  /** The last payout, too small to buy with; the trader receives it. */
  rest: bigint
  /** Fees of all loans in USDB. */
  loanFee: bigint
  /** Tax of all trades in USDB. */
  tradeTax: bigint
  /** The part of `loanFee` that is split like a tax. */
  loanTax: bigint
  /** The amount that counts against the whitelist limit of a frozen token, in USD. */
  usdValue: bigint
  rounds: number
  /** Whether the debt reaches the smallest loan's and the days are allowed. */
  isPossible: boolean
  after: LoanRoute
}

/** The result of a leveraged purchase with `usdbIn`. */
export function quoteLeverage(
  route: LoanRoute,
  usdbIn: bigint,
  { days, now }: { days: bigint; now: bigint },
): LeverageQuote {
  const quote = {
    position: {
      collateral: 0n,
      tideCollateral: 0n,
      debt: 0n,
      borrowed: 0n,
      liquidationTime: now + days * SECONDS_PER_DAY,
    },
    loanFee: 0n,
    tradeTax: 0n,
    loanTax: 0n,
    usdValue: 0n,
    rounds: 0,
    after: route,
  }
  let input = usdbIn
  while (quote.rounds < MAX_ROUNDS && input > 0n && input * SMALLEST_PART >= usdbIn) {
    const trade = quoteBuy(quote.after, input)
    if (trade.amountOut === 0n) break
    const bought = loanRouteAfterBuy(quote.after, input)
    const value = loanValue(bought, trade.amountOut)
    const fee = loanFee(value.debt, days)
    addTo(quote.position, { ...value, collateral: trade.amountOut, borrowed: value.debt - fee })
    quote.loanFee += fee
    quote.loanTax += splitFee(fee).tax
    quote.tradeTax += trade.tax
    quote.usdValue += buyValue(quote.after, input)
    quote.after = routeAfterFee(bought, fee)
    quote.rounds += 1
    input = value.debt - fee
  }
  const areDaysAllowed = days >= MIN_LEVERAGE_DAYS && days <= MAX_LOAN_DAYS
  const isPossible = areDaysAllowed && quote.position.debt >= MIN_DEBT
  return { ...quote, rest: input, spent: usdbIn - input, isPossible }
}

/** A purchase of which a part is leveraged, with the tokens that the rest buys without leverage. */
export type MixedQuote = LeverageQuote & { tokens: bigint }

export type MixedTerms = {
  days: bigint
  now: bigint
  /** The leveraged part of the money, 1 to 100. */
  percentage?: bigint
}

/** The contract's `mixedBuy`: the leveraged part first, then an ordinary purchase with the rest. */
export function quoteMixed(
  route: LoanRoute,
  usdbIn: bigint,
  { percentage = 100n, ...terms }: MixedTerms,
): MixedQuote {
  const leveraged = (usdbIn * percentage) / 100n
  const quote = quoteLeverage(route, leveraged, terms)
  const rest = usdbIn - leveraged
  if (rest === 0n) return { ...quote, tokens: 0n }
  const trade = quoteBuy(quote.after, rest)
  return {
    ...quote,
    tokens: trade.amountOut,
    spent: quote.spent + rest,
    tradeTax: quote.tradeTax + trade.tax,
    usdValue: quote.usdValue + buyValue(quote.after, rest),
    after: loanRouteAfterBuy(quote.after, rest),
  }
}

/** Fees per own money, in basis points, from which on they are pointed out, and from which on they are confirmed. */
export const NOTABLE_FEES = 1_000n
export const SEVERE_FEES = 5_000n

const ONE_TIME = 10_000n

/** Value of all tokens at the price before the purchase, per money that stayed in: basis points, rounded down. */
export function exposureOf(route: LoanRoute, { position, tokens, spent }: MixedQuote): bigint {
  const value = ((position.collateral + tokens) * routePrice(route)) / WAD
  return spent === 0n ? 0n : (value * ONE_TIME) / spent
}

/** The percentage of the money to leverage so that the exposure, in basis points, is nearest to the target. */
export function findPercentage(
  route: LoanRoute,
  usdbIn: bigint,
  terms: Omit<MixedTerms, "percentage">,
  target: bigint,
): bigint {
  const exposureAt = (percentage: bigint) =>
    exposureOf(route, quoteMixed(route, usdbIn, { ...terms, percentage }))
  // The exposure grows with the percentage.
  let [below, above] = [1n, 100n]
  if (exposureAt(above) <= target) return above
  while (above - below > 1n) {
    const middle = (below + above) / 2n
    if (exposureAt(middle) <= target) below = middle
    else above = middle
  }
  const [less, more] = [exposureAt(below), exposureAt(above)]
  return target - less <= more - target ? below : above
}

type Amounts = Pick<Loan, "collateral" | "tideCollateral" | "debt" | "borrowed">

function addTo(position: Amounts, round: Amounts) {
  position.collateral += round.collateral
  position.tideCollateral += round.tideCollateral
  position.debt += round.debt
  position.borrowed += round.borrowed
}

/** The pools after a purchase for `usdbIn`, tax included, with the token's floor. */
export function loanRouteAfterBuy(route: LoanRoute, usdbIn: bigint): LoanRoute {
  const bought = routeAfterBuy(route, usdbIn)
  return { ...bought, token: bought.token && withFloor(bought.token, route.token?.floor) }
}

/**
 * By how many basis points the pools gave less than at the price before, rounded up: of all inputs, own and borrowed,
 * without tax.
 */
export function measureImpact(
  route: LoanRoute,
  { spent, position, tokens, tradeTax }: MixedQuote,
): bigint {
  const paid = spent + position.borrowed - tradeTax
  const exposure = ((position.collateral + tokens) * routePrice(route)) / WAD
  return paid === 0n ? 0n : divideUp((paid - exposure) * 10_000n, paid)
}
