"use client"

import { useSyncExternalStore } from "react"
import { formatDateTime } from "@/lib/format"

const subscribeToNothing = () => () => {}

/** A time in UTC and, after hydration, in the user's time zone. */
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

/** Null if the user's time zone is UTC. */
function formatLocalTime(time: Date) {
  if (time.getTimezoneOffset() === 0) return null
  return `${time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })} your time`
}
