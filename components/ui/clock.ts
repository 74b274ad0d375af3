/** One timer per rhythm for everything on the page that counts. */
export function createClock(tickMs: number) {
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  return {
    /** Unix milliseconds at the last tick: the same for a while, as React compares it for equality. */
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
