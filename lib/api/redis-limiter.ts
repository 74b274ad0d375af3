import { createHash } from "node:crypto"
import { Ratelimit } from "@upstash/ratelimit"
import { Redis as UpstashRedis } from "@upstash/redis"
import { Redis } from "ioredis"
import { z } from "zod"
import { env } from "@/lib/env"
import type { Limiter, LimiterOptions } from "./memory-limiter"

/** A connection on which nothing comes for so long is given up for a new one. */
const SILENCE_MS = 1_000
const RECONNECT_MS = 500

/** The Redis that all processes count in: Upstash over HTTP, otherwise that of REDIS_URL over TCP. */
export async function connectRedis(timeoutMs: number): Promise<UpstashRedis> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env()
  if (url && token) {
    return new UpstashRedis({
      url,
      token,
      enableTelemetry: false,
      retry: false,
      signal: () => AbortSignal.timeout(timeoutMs),
    })
  }
  if (!REDIS_URL) throw new Error("No Redis is configured")
  const client = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: () => RECONNECT_MS,
    // A request is counted now or by its own process.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  })
  // Each failed command reports itself; without a listener the client would print every reconnect too.
  client.on("error", () => {})
  // It goes on by itself after a failure.
  await client.connect().catch(() => {})
  return overTcp(client)
}

const redisCommand = z.tuple([z.string(), z.string()], z.union([z.string(), z.number()]))

/** The client of Upstash with ioredis in place of HTTP requests. */
function overTcp(client: Redis) {
  const hashes = new Map<string, string>()
  return new UpstashRedis({
    request: async <T>({ body }: { body?: unknown }) => {
      const [command, script, ...args] = redisCommand.parse(body)
      let first = script
      if (command === "evalsha") first = hashes.get(script) ?? script
      if (command === "eval") {
        first = withoutFlags(script)
        hashes.set(sha1(script), sha1(first))
      }
      return { result: (await client.call(command, first, ...args)) as T }
    },
  })
}

/** The library's scripts begin with a flag that only Upstash knows; Redis refuses a script with it. */
const withoutFlags = (script: string) => script.replace(/^#!lua.*\n/, "")

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex")

/** Counts for every process that uses this Redis. */
export function redisLimiter(
  connection: Promise<UpstashRedis>,
  { policy, quota, windowMs }: LimiterOptions,
): Limiter {
  const ratelimit = connection.then(
    (redis) =>
      new Ratelimit({
        redis,
        limiter: Ratelimit.slidingWindow(quota, `${windowMs} ms`),
        prefix: "atoll:rate",
        ephemeralCache: false,
        // After its own timeout the library lets a request pass uncounted.
        timeout: 0,
        enableTelemetry: false,
      }),
  )
  return async (id) => {
    const { success, remaining, reset } = await (await ratelimit).limit(`${policy}:${id}`)
    return { isCounted: success, remaining, resetAt: reset }
  }
}
