import { processSingleton } from "@/lib/async/process-singleton"
import { type CacheEntry, createPromiseCache, getOrCompute } from "@/lib/async/promise-cache"
import type { Position } from "@/lib/db/position"
import type { RawBody } from "@/lib/http/response"
import { signals } from "@/lib/telemetry/signals"

/** A response body with the headers that were true when it was computed, and what it has shown. */
export type CacheableResponse = {
  body: RawBody
  headers: [string, string][]
  position?: Position | null
}

/** Parameter sets cached at once, over all routes. */
const MAX_ENTRIES = 2_000

/** Computes a response at most once per `seconds` and key; concurrent requests share it. */
export function cacheResponse(
  key: string,
  seconds: number,
  compute: () => Promise<CacheableResponse>,
) {
  const responses = processSingleton("pages", () =>
    createPromiseCache<CacheableResponse>(MAX_ENTRIES),
  )
  let isHit = true
  const entry = getOrCompute(responses, key, seconds * 1000, () => {
    isHit = false
    return compute()
  })
  signals.emit("cache", "responses", isHit)
  return withAge(entry)
}

/** Tells downstream caches the age, so that they do not add a whole lifetime to ours. */
async function withAge(entry: CacheEntry<CacheableResponse>): Promise<CacheableResponse> {
  const { body, headers } = await entry.value
  const age = Math.floor((performance.now() - entry.createdAt) / 1000)
  return { body, headers: age > 0 ? [...headers, ["Age", `${age}`]] : headers }
}
