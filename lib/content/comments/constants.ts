/** Code points of a comment. */
export const MAX_COMMENT_LENGTH = 2_000

/** USD; a trade worth less earns no comment. */
export const MIN_TRADE_USD = 5
