/** The outcome of one attempt against a window. */
export type CountResult = {
  isCounted: boolean
  remaining: number
  /** Milliseconds until the oldest counted request leaves the window. */
  resetInMs: number
}

/** Counts one request of `id` when the window has room: exactly, also for concurrent requests. */
export type Limiter = (id: string) => CountResult | Promise<CountResult>

/** At most `quota` counted requests per id in any `windowMs`; rejected requests are not counted. */
export type LimiterOptions = { policy: string; quota: number; windowMs: number }

type Log = { times: number[]; head: number; emptyAt: number }

/** A sliding log in process memory. Correct for one process; several need `redisLimiter`. */
export function memoryLimiter({ quota, windowMs }: Omit<LimiterOptions, "policy">): Limiter {
  const logs = new Map<string, Log>()
  let sweepAt = 0
  return (id) => {
    // Not the wall clock: setting it back would keep windows full.
    const now = performance.now()
    if (now >= sweepAt) {
      for (const [each, { emptyAt }] of logs) if (emptyAt <= now) logs.delete(each)
      sweepAt = now + windowMs
    }
    const log = logs.get(id) ?? { times: [], head: 0, emptyAt: 0 }
    logs.set(id, log)
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
      // In this order a request counted now has the window's length exactly: its fractions of a millisecond cancel out.
      resetInMs: windowMs - (now - oldest),
    }
  }
}

/** Advances past expired times; the array is cut when half of it has expired, so that the cost per request stays constant. */
function removeExpired(log: Log, expiredBefore: number) {
  while (log.head < log.times.length && (log.times[log.head] ?? 0) <= expiredBefore) log.head++
  if (log.head > 32 && log.head * 2 > log.times.length) {
    log.times = log.times.slice(log.head)
    log.head = 0
  }
}
