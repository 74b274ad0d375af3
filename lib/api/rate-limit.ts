import { Ratelimit } from "@upstash/ratelimit"
import { env } from "@/lib/env"
import { ApiError } from "./errors"
import { processSingleton } from "./process-singleton"
import { createSharedCounter } from "./shared-counter"
import { type Counter, memoryCounter, slidingLog } from "./sliding-log"

/** Windows of the whole deployment, counted per key or per client address. */
export type RateLimitPolicy =
  | "key"
  | "ip"
  | "page"
  | "sync"
  /** Pages and their data; those that are dear to make; streams of changes that are opened. */
  | "view"
  | "lookup"
  | "live"

export const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1000

/** One counted (or refused) request. */
export type RateLimitResult = {
  policy: RateLimitPolicy
  isAllowed: boolean
  quota: number
  remaining: number
  /** Unix seconds at which the oldest counted request leaves the window. */
  resetAt: number
  resetInSeconds: number
}

/** Counts one request of `id` against a policy. */
export async function countRequest(policy: RateLimitPolicy, id: string): Promise<RateLimitResult> {
  const { success, limit, remaining, reset } = await getLimiter(policy).limit(`${policy}:${id}`)
  return {
    policy,
    isAllowed: success,
    quota: limit,
    remaining,
    resetAt: Math.ceil(reset / 1000),
    resetInSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)),
  }
}

/** What every limited answer tells about its window. */
export function rateLimitHeaders({
  policy,
  quota,
  remaining,
  resetAt,
  resetInSeconds,
}: RateLimitResult) {
  return [
    ["X-RateLimit-Limit", `${quota}`],
    ["X-RateLimit-Remaining", `${remaining}`],
    ["X-RateLimit-Reset", `${resetAt}`],
    ["RateLimit-Policy", `"${policy}";q=${quota};w=${WINDOW_SECONDS}`],
    ["RateLimit", `"${policy}";r=${remaining};t=${resetInSeconds}`],
  ] as [string, string][]
}

export const rateLimitedError = ({ resetInSeconds }: RateLimitResult) =>
  new ApiError("RATE_LIMITED", "Rate limit exceeded", { retryAfter: resetInSeconds })

type Limiters = { count: Counter; byPolicy: Map<RateLimitPolicy, Ratelimit> }

function getLimiter(policy: RateLimitPolicy) {
  const { count, byPolicy } = processSingleton<Limiters>("limiters", () => ({
    count: createSharedCounter() ?? memoryCounter(),
    byPolicy: new Map(),
  }))
  const existing = byPolicy.get(policy)
  if (existing) return existing
  const made = new Ratelimit({
    // The counters hold their own connections, so the library is given none.
    redis: {} as never,
    limiter: slidingLog(count, readQuotas()[policy], WINDOW_MS),
    prefix: "atoll:rate",
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
  })
  byPolicy.set(policy, made)
  return made
}

function readQuotas(): Record<RateLimitPolicy, number> {
  const given = env()
  return {
    key: given.RATE_LIMIT_KEY,
    ip: given.RATE_LIMIT_IP,
    page: given.RATE_LIMIT_PAGE,
    sync: given.RATE_LIMIT_SYNC,
    view: given.RATE_LIMIT_VIEW,
    lookup: given.RATE_LIMIT_LOOKUP,
    live: given.RATE_LIMIT_LIVE,
  }
}
