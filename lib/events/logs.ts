/** A log as JSON-RPC returns it; numbers are hexadecimal. */
export type RawLog = {
  address: string
  topics: readonly string[]
  data: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  transactionIndex: string
  logIndex: string
  /** Hexadecimal Unix seconds; not every node returns it. */
  blockTimestamp?: string | null
}

/** The fields of a block header that the indexer uses. */
export type Header = {
  number: number
  hash: string
  parentHash: string
  /** Unix seconds. */
  time: number
  /** Of a header that a node has answered. */
  logsBloom?: string | undefined
}
