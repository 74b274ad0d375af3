"use client"

import { useSyncExternalStore } from "react"
import { dateTime, relativeTime } from "@/lib/format"
import { createClock } from "./clock"

const clock = createClock(5_000)

type TimeProps = {
  time: Date | string
  look?: "relative" | "date" | "dateTime"
  className?: string
}

/** A moment: its age, which stays true while the page is open, or its date; exact on hover. */
export function Time({ time, look = "relative", className }: TimeProps) {
  const moment = typeof time === "string" ? new Date(time) : time
  const now = useSyncExternalStore(clock.listen, clock.now, clock.now)
  const text = {
    relative: () => relativeTime(moment, new Date(now)),
    date: () => moment.toISOString().slice(0, 10),
    dateTime: () => dateTime(moment),
  }[look]()
  return (
    // Server and browser look at their clocks at different moments.
    <time
      className={className ?? "figures whitespace-nowrap"}
      dateTime={moment.toISOString()}
      suppressHydrationWarning
      title={dateTime(moment)}
    >
      {text}
    </time>
  )
}
