import { processSingleton } from "./process-singleton"
import { type CacheEntry, getOrCompute, type PromiseCache } from "./promise-cache"
import type { RawBody } from "./response"

/** A page with the headers that were true when it was computed. */
export type CacheableResponse = { body: RawBody; headers: [string, string][] }

/** Parameter sets kept at once. */
const MAX_ENTRIES = 2_000

/** Computes a page at most once per `seconds` and key; whoever comes meanwhile shares it. */
export function cacheResponse(
  key: string,
  seconds: number,
  compute: () => Promise<CacheableResponse>,
) {
  const responses = processSingleton("pages", (): PromiseCache<CacheableResponse> => new Map())
  const limits = { ttlMs: seconds * 1000, maxEntries: MAX_ENTRIES }
  return withAge(getOrCompute(responses, key, limits, compute))
}

/** Tells other caches how old it is, so that they do not add a whole lifetime to ours. */
async function withAge({
  value,
  createdAt,
}: CacheEntry<CacheableResponse>): Promise<CacheableResponse> {
  const { body, headers } = await value
  const age = Math.floor((performance.now() - createdAt) / 1000)
  return { body, headers: age > 0 ? [...headers, ["Age", `${age}`]] : headers }
}
