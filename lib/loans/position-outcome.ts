/**
 * The value of a purchase after other people's trades have moved the price, with and without leverage. A price does
 * not determine the depth of the pools, so the least favourable way is assumed: a rise by one purchase, a fall by
 * sales in the smallest pieces, which keep the floor in place. Everything else is exact: the price impact and tax of
 * the own sale, and the floor.
 */

import {
  loanRouteAfterBuy,
  type MixedQuote,
  type MixedTerms,
  quoteMixed,
} from "@/lib/loans/leverage-math"
import {
  type Loan,
  type LoanRoute,
  loanRouteAfterSell,
  quotePartialSale,
  withFloor,
} from "@/lib/loans/math"
import { poolAfterOtherSells, quoteBuy, quoteSell, routePrice } from "@/lib/tokens/pool-math"

const BASIS_POINTS = 10_000n
/** Reserves and amounts are kept in 128 bits on the chain. */
const MAX_AMOUNT = 2n ** 128n - 1n

/** −50 % to +100 % of the price before the purchase, in basis points. */
export const PRICE_CHANGES = [-5_000n, -2_500n, -1_000n, 0n, 1_000n, 2_500n, 5_000n, 10_000n]

export type Outcome = {
  /** USD price of the token, wad. */
  price: bigint
  /** False when the price cannot fall that far; `price` is then the lowest that others' sales reach. */
  isReached: boolean
  /** USDB received for the purchase at that price. */
  value: bigint
  /** `value` less the amount spent. */
  result: bigint
}

export type OutcomeRow = { change: bigint; leveraged: Outcome; plain: Outcome }

/** The same money at each price change, with leverage and in an ordinary purchase. */
export function compareOutcomes(
  route: LoanRoute,
  usdbIn: bigint,
  terms: MixedTerms,
  changes: readonly bigint[] = PRICE_CHANGES,
): OutcomeRow[] {
  const leverage = quoteMixed(route, usdbIn, terms)
  const { spent } = leverage
  const bought = quoteBuy(route, spent).amountOut
  const afterPlain = loanRouteAfterBuy(route, spent)
  const price = routePrice(route)
  return changes.map((change) => {
    const target = (price * (BASIS_POINTS + change)) / BASIS_POINTS
    return {
      change,
      leveraged: leveragedOutcome(leverage, target),
      plain: outcomeAt(afterPlain, { target, own: bought, spent }, (moved) => {
        return quoteSell(moved, bought).amountOut
      }),
    }
  })
}

function leveragedOutcome(quote: MixedQuote, target: bigint): Outcome {
  const { after, position, tokens, spent } = quote
  return outcomeAt(after, { target, own: position.collateral + tokens, spent }, (moved) =>
    leavingValue(moved, quote),
  )
}

/** USDB for everything that was bought: the tokens outside of the position are sold first. */
export function leavingValue(
  route: LoanRoute,
  { position, tokens }: Pick<MixedQuote, "position" | "tokens">,
): bigint {
  if (tokens === 0n) return closingValue(route, position)
  const { amountOut } = quoteSell(route, tokens)
  return amountOut + closingValue(loanRouteAfterSell(route, tokens), position)
}

/**
 * The USDB that remains after closing a position the better way: by selling all of it, which burns collateral for the
 * debt at its collateral value, or by repaying the debt and selling the collateral.
 */
export function closingValue(route: LoanRoute, position: Loan): bigint {
  const bySale = quotePartialSale(route, position, 100n)?.payout ?? 0n
  const byRepaying = quoteSell(route, position.collateral).amountOut - position.debt
  return bySale > byRepaying ? bySale : byRepaying
}

/**
 * The USD price, in wad, from which closing the position and selling the other tokens returns the amount spent, when
 * one purchase of others raises the price to it; null when no purchase does.
 */
export function breakEvenPrice(quote: MixedQuote): bigint | null {
  const isEnough = (moved: LoanRoute) => leavingValue(moved, quote) >= quote.spent
  const moved = afterLeastBuy(quote.after, isEnough)
  return moved && routePrice(moved)
}

type Purchase = { target: bigint; own: bigint; spent: bigint }

function outcomeAt(
  route: LoanRoute,
  { target, own, spent }: Purchase,
  closeAt: (route: LoanRoute) => bigint,
): Outcome {
  const isRise = routePrice(route) < target
  const moved = isRise ? afterRise(route, target) : afterFall(route, target, own)
  const price = routePrice(moved)
  const value = closeAt(moved)
  return { price, isReached: isRise || price <= target, value, result: value - spent }
}

function afterRise(route: LoanRoute, target: bigint): LoanRoute {
  return afterLeastBuy(route, (moved) => routePrice(moved) >= target) ?? route
}

/** The pools after others have sold until the price is at most `target`, or until only `own` is left. */
function afterFall(route: LoanRoute, target: bigint, own: bigint): LoanRoute {
  const { token } = route
  // The price of TIDE never falls.
  if (!token) return route
  const free = token.supply - own
  const sold = leastAmount(free, (tokens) => routePrice(afterSales(route, tokens)) <= target)
  return afterSales(route, sold ?? free)
}

function afterSales(route: LoanRoute, tokens: bigint): LoanRoute {
  const { tide, token } = route
  if (!token || tokens === 0n) return route
  const left = poolAfterOtherSells(token, token.supply - tokens)
  const paid = token.reserve1 - left.reserve1
  return {
    ...route,
    tide: poolAfterOtherSells(tide, tide.supply - paid),
    token: withFloor(left, token.floor),
  }
}

/** The pools after the smallest sufficient purchase of others; its tax does not touch the pools. */
function afterLeastBuy(route: LoanRoute, isEnough: (moved: LoanRoute) => boolean) {
  const after = (amount: bigint) => ({
    ...loanRouteAfterBuy({ ...route, taxBasisPoints: 0n }, amount),
    taxBasisPoints: route.taxBasisPoints,
  })
  const amount = leastAmount(MAX_AMOUNT, (buy) => isEnough(after(buy)))
  return amount === null ? null : after(amount)
}

/** Bisection between 0 and `most`; null when `most` is not enough. */
function leastAmount(most: bigint, isEnough: (amount: bigint) => boolean): bigint | null {
  if (isEnough(0n)) return 0n
  if (!isEnough(most)) return null
  let [tooLittle, enough] = [0n, most]
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n
    if (isEnough(middle)) enough = middle
    else tooLittle = middle
  }
  return enough
}
