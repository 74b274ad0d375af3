import { randomUUID } from "node:crypto"
import { Ratelimit, type RatelimitConfig } from "@upstash/ratelimit"
import { Redis as UpstashRedis } from "@upstash/redis"
import { Redis } from "ioredis"
import { z } from "zod"
import { env } from "@/lib/env"
import type { Limiter, LimiterOptions } from "./memory-limiter"

/** Longer than a pause of the server, so that a slow answer is not taken for none. */
const TIMEOUT_MS = 3_000

/**
 * One sorted set per window, scored by the server's own clock in microseconds, so that every process counts by the
 * same time. Redis runs a script alone, so the count is exact.
 */
const SCRIPT = `
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local quota = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", string.format("%.0f", now - window))
local count = redis.call("ZCARD", KEYS[1])
local counted = 0
if count < quota then
  redis.call("ZADD", KEYS[1], string.format("%.0f", now), ARGV[3])
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  counted = 1
  count = count + 1
end
local oldest = redis.call("ZRANGE", KEYS[1], 0, 0, "WITHSCORES")
return { counted, quota - count, math.ceil((tonumber(oldest[2]) + window - now) / 1000) }
`

const scriptResult = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()])

/** The Redis that all processes count in: Upstash over HTTP, otherwise that of REDIS_URL over TCP. */
export function connectRedis(): UpstashRedis {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env()
  if (url && token) {
    return new UpstashRedis({
      url,
      token,
      enableTelemetry: false,
      retry: { retries: 1, backoff: () => 50 },
      signal: () => AbortSignal.timeout(TIMEOUT_MS),
    })
  }
  if (!REDIS_URL) throw new Error("No Redis is configured")
  return overTcp(REDIS_URL)
}

/** The same client with ioredis in place of HTTP requests. */
function overTcp(url: string) {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 1,
  })
  // Each failed command reports itself; without a listener the client would print every reconnect too.
  client.on("error", () => {})
  return new UpstashRedis({
    request: async <T>({ body }: { body?: unknown }) => {
      const [command, ...args] = redisCommand.parse(body)
      return { result: (await client.call(command, ...args)) as T }
    },
  })
}

const redisCommand = z.tuple([z.string()], z.union([z.string(), z.number()]))

type Script = ReturnType<typeof UpstashRedis.prototype.createScript>

/** Counts for every process that uses this Redis. */
export function redisLimiter(
  redis: UpstashRedis,
  { policy, quota, windowMs }: LimiterOptions,
): Limiter {
  const ratelimit = new Ratelimit({
    redis,
    limiter: slidingLog(redis.createScript(SCRIPT), quota, windowMs),
    prefix: "atoll:rate",
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
    enableTelemetry: false,
  })
  return async (id) => {
    const { success, remaining, reset } = await ratelimit.limit(`${policy}:${id}`)
    return { isCounted: success, remaining, resetInMs: reset - Date.now() }
  }
}

/**
 * An exact sliding log. The library's sliding window weighs the count of the window before instead, which admits more
 * than the quota after a burst.
 */
function slidingLog(script: Script, quota: number, windowMs: number): RatelimitConfig["limiter"] {
  return () => ({
    async limit(_context, key) {
      const result = await script.exec([key], [`${quota}`, `${windowMs}`, randomUUID()])
      const [counted, remaining, resetInMs] = scriptResult.parse(result)
      return {
        success: counted === 1,
        limit: quota,
        remaining,
        reset: Date.now() + resetInMs,
        pending: Promise.resolve(),
      }
    },
    async getRemaining({ redis }, key) {
      const count = await redis.zcard(key)
      return { remaining: Math.max(0, quota - count), reset: Date.now() + windowMs, limit: quota }
    },
    async resetTokens({ redis }, key) {
      await redis.del(key)
    },
  })
}
