/** Code points of a comment. */
export const MAX_COMMENT = 2_000

/** USD; a trade worth less earns no comment. */
export const EARNING_USD = 5
