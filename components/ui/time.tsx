"use client"

import { formatDateTime, formatRelativeTime } from "@/lib/format"
import { useNow } from "./use-now"

const AGE_TICK_MS = 5_000

type TimeProps = {
  time: Date | string
  format?: "relative" | "dateTime"
  className?: string
}

/** A time as its age, which updates, or as a date; exact on hover. */
export function Time({ time, format = "relative", className }: TimeProps) {
  const moment = typeof time === "string" ? new Date(time) : time
  const now = useNow(AGE_TICK_MS)
  return (
    // The age differs between server and browser.
    <time
      className={className ?? "amount"}
      dateTime={moment.toISOString().replace(".000", "")}
      suppressHydrationWarning
      title={format === "relative" ? formatDateTime(moment) : undefined}
    >
      {format === "relative" ? formatRelativeTime(moment, new Date(now)) : formatDateTime(moment)}
    </time>
  )
}
