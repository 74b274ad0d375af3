/** A log as nodes answer it, hexadecimal throughout. */
export type RawLog = {
  address: string
  topics: readonly string[]
  data: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  transactionIndex: string
  logIndex: string
  /** Not every node gives it. */
  blockTimestamp?: string | null
}

/** The part of a block's header the index needs. */
export type Header = {
  number: number
  hash: string
  parentHash: string
  /** Unix seconds. */
  time: number
}

/** Rows of a block have ids from block number x ROWS_PER_BLOCK on. The CHECK of table `tx` says the same. */
export const ROWS_PER_BLOCK = 1_000_000
