/** Accounts with play money under the local chain's mnemonic. */
export const FUNDED_ACCOUNTS = 100

/** Indices of accounts that act for the local chain itself: the first has deployed the contracts. */
export const OPERATOR = 0
export const TREASURY = 1
/** Posts prices. */
export const FEEDER = FUNDED_ACCOUNTS - 2
/** Liquidates loans and settles rounds. */
export const KEEPER = FUNDED_ACCOUNTS - 1
