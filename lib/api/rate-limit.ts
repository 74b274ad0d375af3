import { Ratelimit } from "@upstash/ratelimit"
import { env } from "@/lib/env"
import { ApiError } from "./errors"
import { kept } from "./kept"
import { sharedCounter } from "./shared-counter"
import { type Counter, memoryCounter, slidingLog } from "./sliding-log"

/** Windows of the whole deployment, counted per key or per client address. */
export type Policy =
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
export type Verdict = {
  policy: Policy
  isAllowed: boolean
  quota: number
  remaining: number
  /** Unix seconds at which the oldest counted request leaves the window. */
  resetAt: number
  resetInSeconds: number
}

/** Counts one request of `id` against a policy. */
export async function take(policy: Policy, id: string): Promise<Verdict> {
  const { success, limit, remaining, reset } = await limiter(policy).limit(`${policy}:${id}`)
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
export function rateHeaders({ policy, quota, remaining, resetAt, resetInSeconds }: Verdict) {
  return [
    ["X-RateLimit-Limit", `${quota}`],
    ["X-RateLimit-Remaining", `${remaining}`],
    ["X-RateLimit-Reset", `${resetAt}`],
    ["RateLimit-Policy", `"${policy}";q=${quota};w=${WINDOW_SECONDS}`],
    ["RateLimit", `"${policy}";r=${remaining};t=${resetInSeconds}`],
  ] as [string, string][]
}

export const rateLimited = ({ resetInSeconds }: Verdict) =>
  new ApiError("RATE_LIMITED", "Rate limit exceeded", { retryAfter: resetInSeconds })

type Limiters = { count: Counter; byPolicy: Map<Policy, Ratelimit> }

function limiter(policy: Policy) {
  const { count, byPolicy } = kept<Limiters>("limiters", () => ({
    count: sharedCounter() ?? memoryCounter(),
    byPolicy: new Map(),
  }))
  const existing = byPolicy.get(policy)
  if (existing) return existing
  const made = new Ratelimit({
    // The counters hold their own connections, so the library is given none.
    redis: {} as never,
    limiter: slidingLog(count, quotas()[policy], WINDOW_MS),
    prefix: "atoll:rate",
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
  })
  byPolicy.set(policy, made)
  return made
}

function quotas(): Record<Policy, number> {
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
