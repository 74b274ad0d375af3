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
