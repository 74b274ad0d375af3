/**
 * The pools' mathematics in the browser's and the server's integers: twin of `PoolMath.sol` and of the
 * router's quotes, equal to them to the wei. Amounts have 18 decimals, prices and fractions are wad (1e18).
 *
 * State: base reserve `b0`, quote reserve `r1`, supply `S`, multiplier `m`; k = (2m − 100) / 100 and
 * r0 = b0 + k·S. Since k is a multiple of 1/50, 100·r0 is an integer; everything is computed with that.
 */

import { expWad, lnWad } from "@/lib/fixed-point-math"
import { divideUp, WAD } from "@/lib/units"

const SCALE = 100n
const BASIS_POINTS = 10_000n
/** Reserves and amounts are kept in 128 bits on the chain. */
const MAX_AMOUNT = 2n ** 128n - 1n

/** A pool in the terms of its contract: `baseReserve0`, `reserve1`, `totalSupply` and `hybridMultiplier`. */
export type Pool = { base0: bigint; reserve1: bigint; supply: bigint; multiplier: bigint }

/** TIDE's pool, the token's unless TIDE itself is traded, and the rate of `getTaxRate` in bp. */
export type Route = { tide: Pool; token: Pool | null; taxBasisPoints: bigint }

/** A sale pays USDB, or TIDE when a token is sold for it. */
export type SellFor = "USDB" | "TIDE"

export type Quote = {
  /** The trader's proceeds: the router's `getAmountsOut`. */
  amountOut: bigint
  /** USDB of the input on a buy; of the output on a sell, in TIDE when sold for TIDE. */
  tax: bigint
  /** Distance of the pools' prices from their spot prices, without tax; wad, rounded up. */
  priceImpact: bigint
}

/** 100·r0, exact. */
export function scaledReserve0({ base0, supply, multiplier }: Pool): bigint {
  return SCALE * base0 + (2n * multiplier - SCALE) * supply
}

/** Tokens minted for `quoteIn`: q·r0 / (r1 + q), rounded down. */
export function tokensForBuy(pool: Pool, quoteIn: bigint): bigint {
  return (quoteIn * scaledReserve0(pool)) / (SCALE * (pool.reserve1 + quoteIn))
}

/** Quote paid for `tokensIn`: x·r1 / (r0 + x), rounded down. */
export function quoteForSell(pool: Pool, tokensIn: bigint): bigint {
  return (SCALE * tokensIn * pool.reserve1) / (scaledReserve0(pool) + SCALE * tokensIn)
}

/** The pool after a buy of `quoteIn`. */
export function poolAfterBuy(pool: Pool, quoteIn: bigint): Pool {
  const minted = tokensForBuy(pool, quoteIn)
  return { ...pool, reserve1: pool.reserve1 + quoteIn, supply: pool.supply + minted }
}

/** The pool after a sell of `tokensIn`. */
export function poolAfterSell(pool: Pool, tokensIn: bigint): Pool {
  const paid = quoteForSell(pool, tokensIn)
  return { ...pool, reserve1: pool.reserve1 - paid, supply: pool.supply - tokensIn }
}

/** r1 / r0 in quote tokens, wad, rounded down: the contract's `getTokenPrice()`. */
export function spotPrice(pool: Pool): bigint {
  return (pool.reserve1 * SCALE * WAD) / scaledReserve0(pool)
}

/** USD price of the token, computed from that of its quote token: the contract's `getUSDPrice()`. */
export function usdPrice(pool: Pool, quoteUsdPrice: bigint): bigint {
  return (spotPrice(pool) * quoteUsdPrice) / WAD
}

/**
 * The price below which no trades can bring the pool, in quote tokens, wad, rounded down.
 *
 * min(p, r1·(b0/r0)^(1/k) / b0); at k = 0 its limit r1·e^(−S/b0) / b0. The contract's view may be some
 * units higher after many trades: it keeps the best lower bound it has seen.
 */
export function floorPrice(pool: Pool): bigint {
  const spot = spotPrice(pool)
  if (pool.multiplier === 100n || pool.supply === 0n) return spot
  const exponent = lnWad(pool.reserve1) - lnWad(pool.base0) - maxLogDecrease(pool, 0n)
  const floor = expRoundedDown(exponent, pool.multiplier)
  return floor < spot ? floor : spot
}

/**
 * The least the quote reserve can be once trades have brought the supply to `supply`, rounded down.
 *
 * Every trade keeps or raises r1 · r0^(−1/k), so r1·(r0'/r0)^(1/k); at k = 0 its limit r1·e^(−(S − S')/b0).
 */
function minReserve1(pool: Pool, supply: bigint): bigint {
  if (supply >= pool.supply) return pool.reserve1
  if (pool.multiplier === 100n) {
    return (pool.reserve1 * scaledReserve0({ ...pool, supply })) / scaledReserve0(pool)
  }
  return expRoundedDown(lnWad(pool.reserve1) - maxLogDecrease(pool, supply), pool.multiplier)
}

/** By how much ln r1 falls at most until `supply` is left, wad: (ln r0 − ln r0') / k. */
function maxLogDecrease(pool: Pool, supply: bigint): bigint {
  const { base0, multiplier } = pool
  if (multiplier === 50n) return divideUp((pool.supply - supply) * WAD, base0)
  const fall = lnWad(scaledReserve0(pool)) - lnWad(scaledReserve0({ ...pool, supply }))
  return (fall * 50n) / (multiplier - 50n)
}

/** e^x minus what logarithms that are off by a unit each, times 1/k, and the exponential may be off. */
function expRoundedDown(exponent: bigint, multiplier: bigint): bigint {
  const steps = multiplier < 50n ? 50n - multiplier : multiplier - 50n
  const guard = 4n + (steps === 0n ? 0n : 200n / steps)
  const value = expWad(exponent - guard)
  const error = value / WAD + 1n
  return value > error ? value - error : 0n
}

/** Tax on an amount, rounded up to the trader's disadvantage. */
export function taxOn(amount: bigint, basisPoints: bigint): bigint {
  return divideUp(amount * basisPoints, BASIS_POINTS)
}

/** The result of buying for `usdbIn` along USDB → TIDE (→ token). */
export function quoteBuy({ tide, token, taxBasisPoints }: Route, usdbIn: bigint): Quote {
  const tax = taxOn(usdbIn, taxBasisPoints)
  const net = usdbIn - tax
  const tideOut = tokensForBuy(tide, net)
  const amountOut = token ? tokensForBuy(token, tideOut) : tideOut
  // At spot prices: net / p(TIDE) / p(token), as one fraction.
  const spot: Fraction = token
    ? [
        net * scaledReserve0(tide) * scaledReserve0(token),
        SCALE * tide.reserve1 * SCALE * token.reserve1,
      ]
    : [net * scaledReserve0(tide), SCALE * tide.reserve1]
  return { amountOut, tax, priceImpact: shortfall(amountOut, spot) }
}

/** The result of selling `tokensIn` along (token →) TIDE → USDB, or token → TIDE. */
export function quoteSell(
  { tide, token, taxBasisPoints }: Route,
  tokensIn: bigint,
  sellFor: SellFor = "USDB",
): Quote {
  const inTide = token ? quoteForSell(token, tokensIn) : tokensIn
  const received = sellFor === "USDB" ? quoteForSell(tide, inTide) : inTide
  const tax = taxOn(received, taxBasisPoints)
  let [spot, divisor]: Fraction = [tokensIn, 1n]
  for (const pool of [token, sellFor === "USDB" ? tide : null]) {
    if (!pool) continue
    spot *= SCALE * pool.reserve1
    divisor *= scaledReserve0(pool)
  }
  return { amountOut: received - tax, tax, priceImpact: shortfall(received, [spot, divisor]) }
}

/** The token's USD price, wad: TIDE's own, or through TIDE; rounded once, as in the lists. */
export function routePrice({ tide, token }: Route): bigint {
  if (!token) return spotPrice(tide)
  const quote = tide.reserve1 * token.reserve1 * SCALE * SCALE * WAD
  return quote / (scaledReserve0(tide) * scaledReserve0(token))
}

/** The USD price below which no trades can bring the token, wad, rounded down: TIDE's own never falls. */
export function routeFloor({ tide, token }: Route): bigint {
  return token ? (floorPrice(token) * spotPrice(tide)) / WAD : floorPrice(tide)
}

/** Both pools after a buy that pays `usdbIn`, tax included. */
export function routeAfterBuy(route: Route, usdbIn: bigint): Route {
  const net = usdbIn - taxOn(usdbIn, route.taxBasisPoints)
  const tide = poolAfterBuy(route.tide, net)
  const token = route.token && poolAfterBuy(route.token, tokensForBuy(route.tide, net))
  return { ...route, tide, token }
}

/** Both pools after a sell of `tokensIn` for USDB. */
export function routeAfterSell(route: Route, tokensIn: bigint): Route {
  if (!route.token) return { ...route, tide: poolAfterSell(route.tide, tokensIn) }
  const tide = poolAfterSell(route.tide, quoteForSell(route.token, tokensIn))
  return { ...route, tide, token: poolAfterSell(route.token, tokensIn) }
}

/**
 * The least proceeds of selling `tokensIn` for USDB, whatever others trade before, at the route's tax. In the worst
 * case everybody else sells first, in both pools: the reserve is then the smallest possible for this supply, and with
 * a larger supply the same sale would pay more.
 */
export function quoteWorstCaseSell(
  { tide, token, taxBasisPoints }: Route,
  tokensIn: bigint,
): bigint {
  const inTide = token ? quoteForSell(poolAfterOtherSells(token, tokensIn), tokensIn) : tokensIn
  const received = quoteForSell(poolAfterOtherSells(tide, inTide), inTide)
  return received - taxOn(received, taxBasisPoints)
}

/** The pool after others have sold in the smallest pieces, down to the smallest possible reserve for `supply`. */
export function poolAfterOtherSells(pool: Pool, supply: bigint): Pool {
  return { ...pool, reserve1: minReserve1(pool, supply), supply }
}

/** The value of a buy for a whitelist and a reward phase: `amountUSDC` of the event of the last leg. */
export function buyValue({ tide, token, taxBasisPoints }: Route, usdbIn: bigint): bigint {
  const net = usdbIn - taxOn(usdbIn, taxBasisPoints)
  if (!token) return net
  return (tokensForBuy(tide, net) * spotPrice(poolAfterBuy(tide, net))) / WAD
}

/** The least USDB that buys at least `minOutput`; null when no amount does. */
export function minBuyInput(route: Route, minOutput: bigint): bigint | null {
  return minInput(minOutput, MAX_AMOUNT, (amount) => quoteBuy(route, amount).amountOut)
}

/** The least tokens whose sale gives at least `minOutput`; null when the whole supply does not. */
export function minSellInput(
  route: Route,
  minOutput: bigint,
  sellFor: SellFor = "USDB",
): bigint | null {
  const { supply } = route.token ?? route.tide
  return minInput(minOutput, supply, (amount) => quoteSell(route, amount, sellFor).amountOut)
}

/** Least amount a trade may give when `slippageBasisPoints` are accepted, rounded up. */
export function minAmountOut(amountOut: bigint, slippageBasisPoints: bigint): bigint {
  return divideUp(amountOut * (BASIS_POINTS - slippageBasisPoints), BASIS_POINTS)
}

type Fraction = [numerator: bigint, denominator: bigint]

/** 1 − actual / ideal, rounded up. */
function shortfall(actual: bigint, [ideal, divisor]: Fraction): bigint {
  if (ideal === 0n) return 0n
  return WAD - (actual * divisor * WAD) / ideal
}

/** Finds the least input by bisection, because no output shrinks when its input grows, in spite of every rounding. */
function minInput(minOutput: bigint, most: bigint, output: (input: bigint) => bigint) {
  if (minOutput <= 0n) return 0n
  if (output(most) < minOutput) return null
  let [tooLittle, enough] = [0n, most]
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n
    if (output(middle) < minOutput) tooLittle = middle
    else enough = middle
  }
  return enough
}
