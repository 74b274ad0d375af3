"use client"

import { useRouter } from "next/navigation"
import { startTransition, useEffect } from "react"

/** The clocks of the browser and of the service differ a little. */
const LATER_MS = 750

/** Timers hold no longer waits. */
const MAX_WAIT_MS = 2_000_000_000

/** Has the page rendered again at a moment at which time alone changes it. */
export function RefreshAt({ time }: { time: Date }) {
  const router = useRouter()
  const at = time.getTime()
  useEffect(() => {
    const wait = at - Date.now() + LATER_MS
    if (wait > MAX_WAIT_MS) return
    const timer = setTimeout(() => startTransition(() => router.refresh()), Math.max(wait, 0))
    return () => clearTimeout(timer)
  }, [at, router])
  return null
}
