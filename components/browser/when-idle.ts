/** Safari has no idle callbacks. */
const FALLBACK_MS = 200

/** Runs once the browser is idle, after `timeoutMs` at the latest; returns a function that cancels. */
export function whenIdle(run: () => void, timeoutMs: number): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
