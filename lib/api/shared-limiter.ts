import { setTimeout as wait } from "node:timers/promises"
import { processSingleton } from "@/lib/async/process-singleton"
import { env } from "@/lib/env"
import { log } from "@/lib/telemetry/logger"
import {
  type CountResult,
  type Limiter,
  type LimiterOptions,
  memoryLimiter,
} from "./memory-limiter"

/** Where requests are counted: in this process, or in a Redis. */
export type LimitStore = "process" | "redis"

/** What a request waits for the store at most. */
const WAIT_MS = 150
const PROBE_PAUSE_MS = 1_000

/** Since when the store is not asked. */
type Outage = { since: Date | null }

const getOutage = () => processSingleton("limits-outage", (): Outage => ({ since: null }))

/** Where this process counts, and since when it counts for itself as the store is away. */
export function readLimitStore() {
  const { since } = getOutage()
  return { ok: since === null, store: chooseStore(), awaySince: since }
}

function chooseStore(): LimitStore {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = env()
  const hasRedis = !!REDIS_URL || (!!UPSTASH_REDIS_REST_URL && !!UPSTASH_REDIS_REST_TOKEN)
  return hasRedis ? "redis" : "process"
}

/**
 * Counts for all processes that share the store. While it does not answer each process counts for itself: the limits
 * become laxer, but neither vanish nor stop the service, and no request waits until a probe finds the store again.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const local = memoryLimiter(options)
  if (chooseStore() === "process") return local
  let opened: Promise<Limiter> | undefined
  return async (id) => {
    const outage = getOutage()
    if (outage.since) return local(id)
    opened ??= openRedis(options)
    const shared = await opened
    try {
      return await withinTime(shared, id)
    } catch (error) {
      if (!outage.since) waitForStore(outage, error, shared)
      return local(id)
    }
  }
}

/** Its packages take a fifth of a server's start, and most have no Redis: they are loaded by the first request. */
async function openRedis(options: LimiterOptions): Promise<Limiter> {
  const { redisLimiter } = await import("./redis-limiter")
  return redisLimiter(openStore(), options)
}

/** The connection of this process to the Redis that all share. */
export async function openStore() {
  const { connectRedis } = await import("./redis-limiter")
  return processSingleton("redis", () => connectRedis(WAIT_MS))
}

/** The result, or a failure after `WAIT_MS`. An answer that has come while this process was busy is read first. */
async function withinTime(limiter: Limiter, id: string): Promise<CountResult> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`No answer within ${WAIT_MS} ms`))
    timer = setTimeout(() => setImmediate(fail), WAIT_MS)
  })
  try {
    return await Promise.race([limiter(id), silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Begins an outage, and ends it when the store counts again. */
async function waitForStore(outage: Outage, error: unknown, limiter: Limiter) {
  outage.since = new Date()
  log.error(`Each process counts rate limits for itself, as the store failed: ${error}`)
  do {
    await wait(PROBE_PAUSE_MS, undefined, { ref: false })
  } while (!(await answers(limiter)))
  outage.since = null
  log.info("Rate limits are counted together again")
}

const answers = (limiter: Limiter) =>
  withinTime(limiter, "probe").then(
    () => true,
    () => false,
  )
