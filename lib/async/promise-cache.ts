import { LRUCache } from "lru-cache"

export type CacheEntry<T> = { value: Promise<T>; createdAt: number; isPending: boolean }

export type PromiseCache<T> = LRUCache<string, CacheEntry<T>>

/** A computation that takes longer is not joined: a lost connection may keep it for seconds. */
const MAX_JOIN_MS = 1_000

export const createPromiseCache = <T>(maxEntries: number): PromiseCache<T> =>
  new LRUCache({
    max: maxEntries,
    // Reads the clock at every access, so that an entry never outlives its TTL; by name, so that tests can set it.
    ttlResolution: 0,
    // The library takes a start of 0 for none.
    perf: { now: () => performance.now() + 1 },
  })

/**
 * Computes a value at most once per key and `ttlMs`, counted from the beginning of the computation; concurrent callers
 * share it. Failures are not cached.
 */
export function getOrCompute<T>(
  cache: PromiseCache<T>,
  key: string,
  ttlMs: number,
  compute: () => Promise<T>,
): CacheEntry<T> {
  const existing = cache.get(key)
  if (existing && !isStuck(existing)) return existing
  const entry: CacheEntry<T> = { value: compute(), createdAt: performance.now(), isPending: true }
  // The library counts an entry of exactly the TTL's age as valid.
  cache.set(key, entry, { ttl: ttlMs - 1 })
  entry.value.then(
    () => {
      entry.isPending = false
    },
    () => {
      if (cache.peek(key) === entry) cache.delete(key)
    },
  )
  return entry
}

const isStuck = ({ isPending, createdAt }: CacheEntry<unknown>) =>
  isPending && performance.now() - createdAt > MAX_JOIN_MS
