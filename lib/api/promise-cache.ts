export type Cached<T> = { value: Promise<T>; madeAt: number; isPending: boolean }

export type PromiseCache<T> = Map<string, Cached<T>>

/** A computation that takes longer is not joined: a lost connection may keep it for seconds. */
const JOIN_MS = 1_000

type Limits = {
  /** How long a value holds, from the beginning of its computation. */
  ttlMs: number
  /** Values kept at once; the oldest goes first. */
  maxEntries: number
}

/** Computes a value at most once per key while it holds; whoever comes meanwhile shares it. A failure is not kept. */
export function getOrCompute<T>(
  cache: PromiseCache<T>,
  key: string,
  { ttlMs, maxEntries }: Limits,
  compute: () => Promise<T>,
): Cached<T> {
  const known = cache.get(key)
  const age = known ? performance.now() - known.madeAt : 0
  if (known && age < ttlMs && !(known.isPending && age > JOIN_MS)) return known
  const entry: Cached<T> = { value: compute(), madeAt: performance.now(), isPending: true }
  cache.delete(key)
  cache.set(key, entry)
  for (const oldest of cache.keys()) {
    if (cache.size <= maxEntries) break
    cache.delete(oldest)
  }
  entry.value.then(
    () => {
      entry.isPending = false
    },
    () => {
      if (cache.get(key) === entry) cache.delete(key)
    },
  )
  return entry
}
