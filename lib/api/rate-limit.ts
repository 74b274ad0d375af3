import { processSingleton } from "@/lib/async/process-singleton"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { signals } from "@/lib/telemetry/signals"
import type { Limiter } from "./memory-limiter"
import { createLimiter } from "./shared-limiter"

/** Windows of the whole deployment, counted per key or per client address. */
export type RateLimitPolicy =
  | "key"
  | "ip"
  | "page"
  | "sync"
  /** Pages and their data; pages that are expensive to render; live streams that are opened. */
  | "view"
  | "lookup"
  | "live"
  /** Current price rounds, which an open page reads with each block. */
  | "rounds"
  /** The faucet's status; claims that reach the payout, by client address and by wallet, and the claims of a day. */
  | "faucet"
  | "claim"
  | "claim-wallet"
  | "claim-day"
  /** Operations that read Moltbook. */
  | "moltbook"
  | "moltbook_post"

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400

export const windowSecondsOf = (policy: string) =>
  policy === "claim-day" ? DAY_SECONDS : MINUTE_SECONDS

/** The outcome of one counted or rejected request. */
export type RateLimitResult = {
  policy: RateLimitPolicy
  isAllowed: boolean
  quota: number
  remaining: number
  /** Unix seconds at which the window ends: from then on a refused request has room again. */
  resetAt: number
  resetInSeconds: number
}

/** Counts one request of `id` against a policy. */
export async function countRequest(policy: RateLimitPolicy, id: string): Promise<RateLimitResult> {
  const { limit, quota } = getLimiter(policy)
  const { isCounted, remaining, resetAt } = await limit(id)
  signals.emit("limit", policy, isCounted)
  return {
    policy,
    isAllowed: isCounted,
    quota,
    remaining,
    resetAt: Math.ceil(resetAt / 1000),
    resetInSeconds: Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)),
  }
}

/** Headers that every limited answer carries. */
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
    ["RateLimit-Policy", `"${policy}";q=${quota};w=${windowSecondsOf(policy)}`],
    ["RateLimit", `"${policy}";r=${remaining};t=${resetInSeconds}`],
  ] as [string, string][]
}

/** Reports another window than the one that is in the headers of a response. */
export function replaceRateLimitHeaders(headers: [string, string][], result: RateLimitResult) {
  for (const [name, value] of rateLimitHeaders(result)) {
    const header = headers.find(([each]) => each === name)
    if (header) header[1] = value
    else headers.push([name, value])
  }
}

export const rateLimitedError = ({ resetInSeconds }: RateLimitResult) =>
  new ApiError("RATE_LIMITED", "Rate limit exceeded", { retryAfter: resetInSeconds })

type PolicyLimiter = { limit: Limiter; quota: number }

function getLimiter(policy: RateLimitPolicy) {
  const limiters = processSingleton("limiters", () => new Map<RateLimitPolicy, PolicyLimiter>())
  const existing = limiters.get(policy)
  if (existing) return existing
  const quota = readQuotas()[policy]
  const windowMs = windowSecondsOf(policy) * 1_000
  const limiter = { limit: createLimiter({ policy, quota, windowMs }), quota }
  limiters.set(policy, limiter)
  return limiter
}

/** Requests that each window allows. */
export function readQuotas(): Record<RateLimitPolicy, number> {
  const variables = env()
  return {
    key: variables.RATE_LIMIT_KEY,
    ip: variables.RATE_LIMIT_IP,
    page: variables.RATE_LIMIT_PAGE,
    sync: variables.RATE_LIMIT_SYNC,
    view: variables.RATE_LIMIT_VIEW,
    lookup: variables.RATE_LIMIT_LOOKUP,
    live: variables.RATE_LIMIT_LIVE,
    rounds: variables.RATE_LIMIT_ROUNDS,
    faucet: variables.RATE_LIMIT_FAUCET,
    claim: variables.RATE_LIMIT_CLAIM,
    "claim-wallet": variables.RATE_LIMIT_CLAIM,
    "claim-day": variables.RATE_LIMIT_CLAIM_DAY,
    moltbook: variables.RATE_LIMIT_MOLTBOOK,
    moltbook_post: variables.RATE_LIMIT_MOLTBOOK_POST,
  }
}
