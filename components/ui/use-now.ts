"use client"

import { useSyncExternalStore } from "react"
import { createClock } from "@/components/ui/clock"

const clock = createClock(1_000)

/** The browser's time in milliseconds, once a second. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.now, clock.now)
}
