/** The outcome of one attempt against a window. */
export type CountResult = {
  isCounted: boolean
  remaining: number
  /** Unix milliseconds at which the present window ends. */
  resetAt: number
}

/** Counts one request of `id` when the window has room, also for concurrent requests. */
export type Limiter = (id: string) => CountResult | Promise<CountResult>

/** About `quota` counted requests per id in any `windowMs`; rejected requests are not counted. */
export type LimiterOptions = { policy: string; quota: number; windowMs: number }

/**
 * The sliding window of `@upstash/ratelimit` in process memory. Windows are fixed; the former one counts by the share of
 * it that the last `windowMs` still cover.
 */
export function memoryLimiter({ quota, windowMs }: Omit<LimiterOptions, "policy">) {
  const windows = new Map<number, Map<string, number>>()
  return (id: string): CountResult => {
    const now = Date.now()
    const number = Math.floor(now / windowMs)
    const window = windows.get(number) ?? openWindow(windows, number)
    const count = window.get(id) ?? 0
    const share = 1 - (now % windowMs) / windowMs
    const used = count + Math.floor(share * (windows.get(number - 1)?.get(id) ?? 0))
    const isCounted = used < quota
    if (isCounted) window.set(id, count + 1)
    return {
      isCounted,
      remaining: isCounted ? quota - used - 1 : 0,
      resetAt: (number + 1) * windowMs,
    }
  }
}

/** Forgets what no window looks back at. A clock that was set back finds its windows again. */
function openWindow(windows: Map<number, Map<string, number>>, number: number) {
  for (const each of windows.keys()) if (each < number - 1) windows.delete(each)
  const window = new Map<string, number>()
  windows.set(number, window)
  return window
}
