/** A request that something may be wrong with. */
export type Case = {
  title: string
  /** Pieces are sent as a stream, one after the other. */
  body: string | Uint8Array | (() => Generator<Uint8Array>)
  /** Content type. */
  type: string | null
  headers?: Record<string, string>
  /** Whether it must not be accepted; the others may be either. */
  isRefused?: boolean
}
