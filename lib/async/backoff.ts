const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 15_000

/** Growing, randomised pauses between tries, so that clients do not retry at the same time. */
export function createBackoff() {
  let failures = 0
  return {
    succeed: () => {
      failures = 0
    },
    /** The next pause in milliseconds. */
    fail: () => {
      const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures++)
      return longest * (0.5 + Math.random() / 2)
    },
    get failures() {
      return failures
    },
  }
}

/** Waits; resolves early when the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener("abort", done)
  })
}
