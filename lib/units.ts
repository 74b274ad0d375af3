/** One whole token, share or USD in base units, and 1 as a fraction: each has 18 decimals. */
export const WAD = 10n ** 18n
