/** One whole token, share or USD in base units, and 1 as a fraction: each has 18 decimals. */
export const WAD = 10n ** 18n

/** The quotient of two non-negative numbers, rounded up. */
export const divideUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator
