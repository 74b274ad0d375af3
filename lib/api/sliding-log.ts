import type { RatelimitConfig } from "@upstash/ratelimit"

/** What one attempt against a window came to. */
export type CountResult = {
  isCounted: boolean
  remaining: number
  /** Milliseconds until the oldest counted request leaves the window. */
  resetInMs: number
}

/** Counts one request against a window when there is room: exactly, whoever else counts at the same time. */
export type Counter = (
  key: string,
  quota: number,
  windowMs: number,
) => CountResult | Promise<CountResult>

/** An exact sliding log: at most `quota` counted requests in any `windowMs`; refused ones are not counted. */
export function slidingLog(
  count: Counter,
  quota: number,
  windowMs: number,
): RatelimitConfig["limiter"] {
  return () => ({
    async limit(_context, key) {
      const { isCounted, remaining, resetInMs } = await count(key, quota, windowMs)
      return {
        success: isCounted,
        limit: quota,
        remaining,
        reset: Date.now() + resetInMs,
        pending: Promise.resolve(),
      }
    },
    getRemaining() {
      throw new Error("A sliding log is only read by counting")
    },
    resetTokens() {
      throw new Error("A sliding log empties itself")
    },
  })
}

type Log = { times: number[]; head: number; emptyAt: number }

/** Counts in process memory. Right for one process; several need the shared counter. */
export function memoryCounter(): Counter {
  const logs = new Map<string, Log>()
  let sweepAt = 0
  return (key, quota, windowMs) => {
    // Not the wall clock: setting it back would keep windows full.
    const now = performance.now()
    if (now >= sweepAt) {
      for (const [id, { emptyAt }] of logs) if (emptyAt <= now) logs.delete(id)
      sweepAt = now + windowMs
    }
    const log = logs.get(key) ?? { times: [], head: 0, emptyAt: 0 }
    logs.set(key, log)
    removeExpired(log, now - windowMs)
    const isCounted = log.times.length - log.head < quota
    if (isCounted) {
      log.times.push(now)
      log.emptyAt = now + windowMs
    }
    const oldest = log.times[log.head] ?? now
    return {
      isCounted,
      remaining: quota - (log.times.length - log.head),
      resetInMs: oldest + windowMs - now,
    }
  }
}

/** Takes out what has left the window; the array is cut when half of it is spent, so the cost stays constant. */
function removeExpired(log: Log, expiredBefore: number) {
  while (log.head < log.times.length && (log.times[log.head] ?? 0) <= expiredBefore) log.head++
  if (log.head > 32 && log.head * 2 > log.times.length) {
    log.times = log.times.slice(log.head)
    log.head = 0
  }
}
