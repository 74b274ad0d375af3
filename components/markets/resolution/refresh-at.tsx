"use client"

import { useEffect } from "react"
import { useRefresh } from "@/components/live/live-refresh"

/** The clocks of the browser and of the service differ a little. */
const LATER_MS = 750

/** Timers hold no longer waits. */
const MAX_WAIT_MS = 2_000_000_000

/** Has the page rendered again at a moment at which time alone changes it. */
export function RefreshAt({ time }: { time: Date }) {
  const refresh = useRefresh()
  const at = time.getTime()
  useEffect(() => {
    const wait = at - Date.now() + LATER_MS
    if (wait > MAX_WAIT_MS) return
    const timer = setTimeout(refresh, Math.max(wait, 0))
    return () => clearTimeout(timer)
  }, [at, refresh])
  return null
}
