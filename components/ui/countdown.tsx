"use client"

import { useEffect, useRef, useSyncExternalStore } from "react"
import { formatDateTime, formatDuration } from "@/lib/format"
import { createClock } from "./clock"

const clock = createClock(1_000)

type CountdownProps = {
  to: Date
  /** What ends then, for screen readers. */
  label: string
  onEnd?: () => void
  className?: string
}

/** Time left to the second; the end time on hover. */
export function Countdown({ to, label, onEnd, className }: CountdownProps) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now)
  const left = Math.max(0, (to.getTime() - now) / 1000)
  const isOver = left === 0
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (isOver) latest.current?.()
  }, [isOver])
  return (
    <span
      className={className ?? "figures whitespace-nowrap"}
      role="timer"
      title={formatDateTime(to)}
    >
      <span className="sr-only">{label}: </span>
      <time dateTime={to.toISOString()} suppressHydrationWarning>
        {isOver ? "now" : formatDuration(left)}
      </time>
    </span>
  )
}
