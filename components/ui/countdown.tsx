"use client"

import { useEffect, useRef } from "react"
import { formatDateTime, formatDuration } from "@/lib/format"
import { useNow } from "./use-now"

type CountdownProps = {
  to: Date
  /** The event at the end, for screen readers. */
  label: string
  onEnd?: () => void
  className?: string
}

/** Time left to the second; the end time on hover. */
export function Countdown({ to, label, onEnd, className }: CountdownProps) {
  const now = useNow()
  const left = to.getTime() - now
  const isOver = left <= 0
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (isOver) latest.current?.()
  }, [isOver])
  return (
    <span className={className ?? "amount"} role="timer" title={formatDateTime(to)}>
      <span className="sr-only">{label}: </span>
      <time dateTime={to.toISOString()} suppressHydrationWarning>
        {isOver ? "now" : formatDuration(left / 1_000)}
      </time>
    </span>
  )
}
