/** Longest reason of a block. */
export const MAX_BLOCK_REASON_LENGTH = 500
