"use client"

import { useSyncExternalStore } from "react"

/** One timer for each interval, as an external store. */
const clocks = new Map<number, ReturnType<typeof createClock>>()

/** The browser's time in Unix milliseconds, rounded down to the tick; updates once per tick. */
export function useNow(tickMs = 1_000): number {
  const clock = getClock(tickMs)
  return useSyncExternalStore(clock.subscribe, clock.now, clock.now)
}

function getClock(tickMs: number) {
  const clock = clocks.get(tickMs) ?? createClock(tickMs)
  clocks.set(tickMs, clock)
  return clock
}

function createClock(tickMs: number) {
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  return {
    // React requires equal snapshots between ticks.
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
