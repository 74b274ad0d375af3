/** A timer that all components with the same interval share, as an external store. */
export function createClock(tickMs: number) {
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  return {
    /** Unix milliseconds rounded down to the tick: React requires equal snapshots between ticks. */
    now: () => Math.floor(Date.now() / tickMs) * tickMs,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      timer ??= setInterval(() => {
        for (const each of listeners) each()
      }, tickMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
