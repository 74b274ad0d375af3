"use client"

import { useEffect } from "react"
import { useRefresh } from "@/components/live/live-refresh"

/** Allows for the difference between the clocks of browser and server. */
const LATER_MS = 750

/** Below the limit of setTimeout, 2^31 ms. */
const MAX_WAIT_MS = 2_000_000_000

/** Refreshes the page when a deadline passes. */
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
