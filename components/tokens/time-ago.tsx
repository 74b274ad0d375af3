"use client"

import { useSyncExternalStore } from "react"
import { dateTime, relativeTime } from "@/lib/format"

const TICK_MS = 5_000

/** An age that stays true while the page is open; the exact time is its title. */
export function TimeAgo({ time }: { time: Date }) {
  const now = useSyncExternalStore(listen, currentTick, currentTick)
  return (
    // Server and browser look at their clocks at different moments.
    <time
      className="whitespace-nowrap"
      dateTime={time.toISOString()}
      suppressHydrationWarning
      title={dateTime(time)}
    >
      {relativeTime(time, new Date(now))}
    </time>
  )
}

/** The same for a while, as React compares what it gets for equality. */
function currentTick() {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS
}

// One clock for all ages on the page.
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
