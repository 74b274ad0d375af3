import { createHash, randomUUID } from "node:crypto"
import { Redis as UpstashRedis } from "@upstash/redis"
import { Redis } from "ioredis"
import { z } from "zod"
import { env } from "@/lib/env"
import { type Counter, memoryCounter } from "./sliding-log"

/** How long after a failure the shared store is left alone; until then this process counts alone. */
const RETRY_MS = 1_000
/** Longer than a pause of the store, so that a slow answer is not taken for none. */
const TIMEOUT_MS = 3_000

/**
 * One sorted set per window, scored by the store's own clock in microseconds, so that every process
 * counts by the same time. The script runs alone, hence exactly.
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
const SHA = createHash("sha1").update(SCRIPT).digest("hex")

const scriptResult = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()])

type Eval = (key: string, args: string[]) => Promise<unknown>

/** Counts for the whole deployment in Upstash or any Redis; undefined when neither is configured. */
export function createSharedCounter(): Counter | undefined {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env()
  if (url && token) return withFallback(createUpstashEval(url, token))
  if (REDIS_URL) return withFallback(createRedisEval(REDIS_URL))
  return undefined
}

function createUpstashEval(url: string, token: string): Eval {
  const client = new UpstashRedis({
    url,
    token,
    enableTelemetry: false,
    retry: { retries: 1, backoff: () => 50 },
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  })
  return evalCached(
    (key, args) => client.evalsha(SHA, [key], args),
    (key, args) => client.eval(SCRIPT, [key], args),
  )
}

function createRedisEval(url: string): Eval {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 1,
  })
  // Each failed command reports itself; without a listener the client would print every reconnect too.
  client.on("error", () => {})
  return evalCached(
    (key, args) => client.evalsha(SHA, 1, key, ...args),
    (key, args) => client.eval(SCRIPT, 1, key, ...args),
  )
}

/** Sends the script's hash; the text only where the store does not know it yet. */
function evalCached(byHash: Eval, byText: Eval): Eval {
  return (key, args) =>
    byHash(key, args).catch((error: unknown) => {
      if (!`${error}`.includes("NOSCRIPT")) throw error
      return byText(key, args)
    })
}

/**
 * While the store is away each process counts for itself: the limits become laxer, but neither
 * vanish nor shut the service down.
 */
function withFallback(run: Eval): Counter {
  const localCounter = memoryCounter()
  let retryAt = 0
  return async (key, quota, windowMs) => {
    if (performance.now() < retryAt) return localCounter(key, quota, windowMs)
    try {
      const result = await run(key, [`${quota}`, `${windowMs}`, randomUUID()])
      const [counted, remaining, resetInMs] = scriptResult.parse(result)
      return { isCounted: counted === 1, remaining, resetInMs }
    } catch (error) {
      if (performance.now() >= retryAt) {
        console.error(`Rate limits are counted per process, as the shared store failed: ${error}`)
      }
      retryAt = performance.now() + RETRY_MS
      return localCounter(key, quota, windowMs)
    }
  }
}
