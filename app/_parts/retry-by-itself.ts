import { useCallback, useEffect, useRef, useState, useTransition } from "react"
import { useIndexFreshness } from "@/components/live/index-freshness"

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

/** Tries of a page count together until it has rested this long, because each failure mounts the error page again. */
const FORGOTTEN_AFTER_MS = 2 * MAX_PAUSE_MS

type Tries = { path: string; count: number; at: number }

/** Pause before the next try, after so many. */
export const retryPause = (count: number) => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count)

/** How often a page was tried already. */
export function countTries({ path, count, at }: Tries, page: string, now: number) {
  return path === page && now - at < FORGOTTEN_AFTER_MS ? count : 0
}

let last: Tries = { path: "", count: 0, at: 0 }

const readCount = () => countTries(last, location.pathname, Date.now())

/** Tries to show a page again by itself, with growing pauses, and as soon as the index is heard of again. */
export function useRetries(retry: () => void) {
  const [isPending, startTransition] = useTransition()
  const [pass, setPass] = useState(0)
  const latest = useRef(retry)
  latest.current = retry
  const tryAgain = useCallback(() => {
    last = { path: location.pathname, count: readCount() + 1, at: Date.now() }
    startTransition(() => latest.current())
    setPass((count) => count + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try begins another pause
  useEffect(() => {
    if (isPending) return
    const timer = setInterval(() => !document.hidden && tryAgain(), retryPause(readCount()))
    return () => clearInterval(timer)
  }, [isPending, pass, tryAgain])
  const { state } = useIndexFreshness()
  const before = useRef(state)
  useEffect(() => {
    const isBack = state === "fresh" && before.current !== "fresh"
    before.current = state
    if (isBack) tryAgain()
  }, [state, tryAgain])
  return { tryAgain, isPending }
}
