/** Rows of a block have ids from block number x ROWS_PER_BLOCK on. The CHECK of table `tx` says the same. */
export const ROWS_PER_BLOCK = 1_000_000

/** Above every id: a bigint of PostgreSQL ends here. */
export const MAX_ID = "9223372036854775807"

/** The block a row belongs to. */
export const blockOfRow = (id: number) => Math.floor(id / ROWS_PER_BLOCK)

/** The highest id that a row of this block may have. */
export const lastRowIdOf = (block: number) => (block + 1) * ROWS_PER_BLOCK - 1
