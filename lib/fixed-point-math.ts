/**
 * Logarithm and exponential in wad, with the rational approximations of Solady's FixedPointMathLib (MIT, by
 * Vectorized after Remco Bloemen, https://2π.com/22/exp-ln): the same coefficients and the same order of
 * roundings, since agreement to the wei leaves no other choice. `>>` rounds to minus infinity as SAR does,
 * `/` to zero as SDIV.
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
export function lnWad(x: bigint): bigint {
  const log2 = BigInt(x.toString(2).length - 1)
  const reduced = log2 > 96n ? x >> (log2 - 96n) : x << (96n - log2)
  const p = evaluatePolynomial(LN_P, reduced) * reduced - (795164235651350426258249787498n << 96n)
  const quotient = p / evaluatePolynomial(LN_Q, reduced)
  const scaled =
    1677202110996718588342820967067443963516166n * quotient +
    16597577552685614221487285958193947469193820559219878177908093499208371n * (log2 - 96n) +
    600920179829731861736702779321621459595472258049074101567377883020018308n
  return scaled >> 174n
}

/** e^(x / 1e18) · 1e18 of an x below 135e18. */
export function expWad(x: bigint): bigint {
  if (x <= -41446531673892822313n) return 0n
  const base2 = (x << 78n) / 5n ** 18n
  const k = ((base2 << 96n) / LN2_96 + (1n << 95n)) >> 96n
  const reduced = base2 - k * LN2_96
  const y = evaluatePolynomial(
    [1346386616545796478920950773328n, 57155421227552351082224309758442n],
    reduced,
  )
  const p = ((y + reduced - 94201549194550492254356042504812n) * y) >> 96n
  const numerator =
    (p + 28719021644029726153956944680412240n) * reduced +
    (4385272521454847904659076985693276n << 96n)
  const quotient = numerator / evaluatePolynomial(EXP_Q, reduced)
  return (quotient * 3822833074963236453042738258902158003155416615667n) >> (195n - k)
}

/** A monic polynomial in 96-bit fixed point, from its second coefficient on. */
function evaluatePolynomial(coefficients: readonly bigint[], x: bigint): bigint {
  return coefficients.reduce((sum, coefficient, i) => {
    return i === 0 ? x + coefficient : ((sum * x) >> 96n) + coefficient
  }, 0n)
}
