/**
 * The pools' mathematics in the browser's and the server's integers: twin of `PoolMath.sol` and of the
 * router's quotes, equal to them to the wei. Amounts have 18 decimals, prices and fractions are wad (1e18).
 *
 * State: base reserve `b0`, quote reserve `r1`, supply `S`, multiplier `m`; k = (2m − 100) / 100 and
 * r0 = b0 + k·S. Since k is a multiple of 1/50, 100·r0 is an integer; everything is computed with that.
 */

export const WAD = 10n ** 18n
const SCALE = 100n
const BASIS_POINTS = 10_000n
/** Reserves and amounts are kept in 128 bits on the chain. */
const MAX_AMOUNT = 2n ** 128n - 1n

/** What a pool's contract answers to `baseReserve0`, `reserve1`, `totalSupply` and `hybridMultiplier`. */
export type Pool = { base0: bigint; reserve1: bigint; supply: bigint; multiplier: bigint }

/** TIDE's pool, the token's unless TIDE itself is traded, and the rate of `getTaxRate` in bp. */
export type Route = { tide: Pool; token: Pool | null; taxBasisPoints: bigint }

/** A sell ends in USDB, or in TIDE when a token is sold for it. */
export type SellFor = "USDB" | "TIDE"

export type Quote = {
  /** What the trader receives: the router's `getAmountsOut`. */
  amountOut: bigint
  /** USDB of the input on a buy; of the output on a sell, in TIDE when sold for TIDE. */
  tax: bigint
  /** How far the pools' own prices fall short of their spot prices, without tax; wad, rounded up. */
  priceImpact: bigint
}

/** 100·r0, exact. */
export function scaledReserve0({ base0, supply, multiplier }: Pool): bigint {
  return SCALE * base0 + (2n * multiplier - SCALE) * supply
}

/** The contract's `reserve0()`: r0 rounded down. */
export function reserve0(pool: Pool): bigint {
  return scaledReserve0(pool) / SCALE
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
export function afterBuy(pool: Pool, quoteIn: bigint): Pool {
  const minted = tokensForBuy(pool, quoteIn)
  return { ...pool, reserve1: pool.reserve1 + quoteIn, supply: pool.supply + minted }
}

/** The pool after a sell of `tokensIn`. */
export function afterSell(pool: Pool, tokensIn: bigint): Pool {
  const paid = quoteForSell(pool, tokensIn)
  return { ...pool, reserve1: pool.reserve1 - paid, supply: pool.supply - tokensIn }
}

/** r1 / r0 in quote tokens, wad, rounded down: the contract's `getTokenPrice()`. */
export function spotPrice(pool: Pool): bigint {
  return (pool.reserve1 * SCALE * WAD) / scaledReserve0(pool)
}

/** USD price of the token, given that of its quote token: the contract's `getUSDPrice()`. */
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
  const { base0, reserve1, supply, multiplier } = pool
  const spot = spotPrice(pool)
  if (multiplier === 100n || supply === 0n) return spot
  let exponent = lnWad(reserve1) - lnWad(base0)
  let guard = 4n
  if (multiplier === 50n) {
    exponent -= divideUp(supply * WAD, base0)
  } else {
    const steps = multiplier - 50n
    exponent -= ((lnWad(scaledReserve0(pool)) - lnWad(SCALE * base0)) * 50n) / steps
    guard += 200n / (steps < 0n ? -steps : steps)
  }
  const value = expWad(exponent - guard)
  const error = value / WAD + 1n
  const floor = value > error ? value - error : 0n
  return floor < spot ? floor : spot
}

/** Tax on an amount, rounded up: what the trader owes. */
export function taxOn(amount: bigint, basisPoints: bigint): bigint {
  return divideUp(amount * basisPoints, BASIS_POINTS)
}

/** What a buy for `usdbIn` gives along USDB → TIDE (→ token). */
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

/** What a sell of `tokensIn` gives along (token →) TIDE → USDB, or token → TIDE. */
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

/** What a buy counts for in a whitelist and a reward phase: `amountUSDC` of the event of the last leg. */
export function buyValue({ tide, token, taxBasisPoints }: Route, usdbIn: bigint): bigint {
  const net = usdbIn - taxOn(usdbIn, taxBasisPoints)
  if (!token) return net
  return (tokensForBuy(tide, net) * spotPrice(afterBuy(tide, net))) / WAD
}

/** The least USDB that buys at least `wanted`; null when no amount does. */
export function leastBuyInput(route: Route, wanted: bigint): bigint | null {
  return leastInput(wanted, MAX_AMOUNT, (amount) => quoteBuy(route, amount).amountOut)
}

/** The least tokens whose sale gives at least `wanted`; null when the whole supply does not. */
export function leastSellInput(
  route: Route,
  wanted: bigint,
  sellFor: SellFor = "USDB",
): bigint | null {
  const { supply } = route.token ?? route.tide
  return leastInput(wanted, supply, (amount) => quoteSell(route, amount, sellFor).amountOut)
}

/** Least amount a trade may give when `slippageBasisPoints` are accepted, rounded up. */
export function minimumOut(amountOut: bigint, slippageBasisPoints: bigint): bigint {
  return divideUp(amountOut * (BASIS_POINTS - slippageBasisPoints), BASIS_POINTS)
}

type Fraction = [numerator: bigint, denominator: bigint]

/** 1 − actual / ideal, rounded up. */
function shortfall(actual: bigint, [ideal, divisor]: Fraction): bigint {
  if (ideal === 0n) return 0n
  return WAD - (actual * divisor * WAD) / ideal
}

/** Bisection: no output shrinks when its input grows, in spite of every rounding. */
function leastInput(wanted: bigint, most: bigint, output: (input: bigint) => bigint) {
  if (wanted <= 0n) return 0n
  if (output(most) < wanted) return null
  let [tooLittle, enough] = [0n, most]
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n
    if (output(middle) < wanted) tooLittle = middle
    else enough = middle
  }
  return enough
}

/** Quotient of two numbers that are not negative, rounded up. */
function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/*
 * Logarithm and exponential with the rational approximations of Solady's FixedPointMathLib (MIT, by Vectorized
 * after Remco Bloemen, https://2π.com/22/exp-ln): the same coefficients and the same order of roundings, since
 * agreement to the wei leaves no other choice. `>>` rounds to minus infinity as SAR does, `/` to zero as SDIV.
 */

const LN2_96 = 54916777467707473351141471128n

const LN_P = [
  3273285459638523848632254066296n,
  24828157081833163892658089445524n,
  43456485725739037958740375743393n,
  -11111509109440967052023855526967n,
  -45023709667254063763336534515857n,
  -14706773417378608786704636184526n,
]
const LN_Q = [
  5573035233440673466300451813936n,
  71694874799317883764090561454958n,
  283447036172924575727196451306956n,
  401686690394027663651624208769553n,
  204048457590392012362485061816622n,
  31853899698501571402653359427138n,
  909429971244387300277376558375n,
]
const EXP_Q = [
  -2855989394907223263936484059900n,
  50020603652535783019961831881945n,
  -533845033583426703283633433725380n,
  3604857256930695427073651918091429n,
  -14423608567350463180887372962807573n,
  26449188498355588339934803723976023n,
]

/** ln(x / 1e18) · 1e18 of a positive x. */
function lnWad(x: bigint): bigint {
  const log2 = BigInt(x.toString(2).length - 1)
  const reduced = log2 > 96n ? x >> (log2 - 96n) : x << (96n - log2)
  const p = horner(LN_P, reduced) * reduced - (795164235651350426258249787498n << 96n)
  const quotient = p / horner(LN_Q, reduced)
  const scaled =
    1677202110996718588342820967067443963516166n * quotient +
    16597577552685614221487285958193947469193820559219878177908093499208371n * (log2 - 96n) +
    600920179829731861736702779321621459595472258049074101567377883020018308n
  return scaled >> 174n
}

/** e^(x / 1e18) · 1e18 of an x below 135e18. */
function expWad(x: bigint): bigint {
  if (x <= -41446531673892822313n) return 0n
  const base2 = (x << 78n) / 5n ** 18n
  const k = ((base2 << 96n) / LN2_96 + (1n << 95n)) >> 96n
  const reduced = base2 - k * LN2_96
  const y = horner([1346386616545796478920950773328n, 57155421227552351082224309758442n], reduced)
  const p = ((y + reduced - 94201549194550492254356042504812n) * y) >> 96n
  const numerator =
    (p + 28719021644029726153956944680412240n) * reduced +
    (4385272521454847904659076985693276n << 96n)
  const quotient = numerator / horner(EXP_Q, reduced)
  return (quotient * 3822833074963236453042738258902158003155416615667n) >> (195n - k)
}

/** A monic polynomial in 96-bit fixed point, from its second coefficient on. */
function horner(coefficients: readonly bigint[], x: bigint): bigint {
  return coefficients.reduce((sum, coefficient, i) => {
    return i === 0 ? x + coefficient : ((sum * x) >> 96n) + coefficient
  }, 0n)
}
