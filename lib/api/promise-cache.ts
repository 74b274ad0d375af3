export type CacheEntry<T> = { value: Promise<T>; createdAt: number; isPending: boolean }

export type PromiseCache<T> = Map<string, CacheEntry<T>>

/** A computation that takes longer is not joined: a lost connection may keep it for seconds. */
const MAX_JOIN_MS = 1_000

type CacheLimits = {
  /** How long a value holds, from the beginning of its computation. */
  ttlMs: number
  /** Values kept at once; the oldest goes first. */
  maxEntries: number
}

/** Computes a value at most once per key while it holds; whoever comes meanwhile shares it. A failure is not kept. */
export function getOrCompute<T>(
  cache: PromiseCache<T>,
  key: string,
  { ttlMs, maxEntries }: CacheLimits,
  compute: () => Promise<T>,
): CacheEntry<T> {
  const existing = cache.get(key)
  const age = existing ? performance.now() - existing.createdAt : 0
  if (existing && age < ttlMs && !(existing.isPending && age > MAX_JOIN_MS)) return existing
  const entry: CacheEntry<T> = { value: compute(), createdAt: performance.now(), isPending: true }
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
