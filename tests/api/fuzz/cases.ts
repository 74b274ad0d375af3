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

/** Every `size`-th of the cases, begun at another one for each place `at`. */
export function* share(cases: Iterable<Case>, at: number, size: number): Generator<Case> {
  let n = at
  for (const each of cases) if (n++ % size === 0) yield each
}
