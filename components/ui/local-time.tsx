"use client"

import { useSyncExternalStore } from "react"
import { dateTime } from "@/lib/format"

const never = () => () => {}

/** A moment in universal time, and beside it in the reader's own once the browser has said which that is. */
export function LocalTime({ time }: { time: Date }) {
  const local = useSyncExternalStore(
    never,
    () => ownTime(time),
    () => null,
  )
  return (
    <time className="figures" dateTime={time.toISOString()}>
      {dateTime(time)}
      {local && <span className="block">{local}</span>}
    </time>
  )
}

/** Nothing where the reader lives in universal time. */
function ownTime(time: Date) {
  if (time.getTimezoneOffset() === 0) return null
  return `${time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })} your time`
}
