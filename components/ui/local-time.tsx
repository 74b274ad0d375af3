"use client"

import { useSyncExternalStore } from "react"
import { formatDateTime } from "@/lib/format"

const subscribeToNothing = () => () => {}

/** A moment in universal time, and beside it in the reader's own once the browser has said which that is. */
export function LocalTime({ time }: { time: Date }) {
  const local = useSyncExternalStore(
    subscribeToNothing,
    () => formatLocalTime(time),
    () => null,
  )
  return (
    <time className="figures" dateTime={time.toISOString()}>
      {formatDateTime(time)}
      {local && <span className="block">{local}</span>}
    </time>
  )
}

/** Nothing where the reader lives in universal time. */
function formatLocalTime(time: Date) {
  if (time.getTimezoneOffset() === 0) return null
  return `${time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })} your time`
}
