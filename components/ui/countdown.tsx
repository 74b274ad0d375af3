"use client"

import { useEffect, useRef } from "react"
import { formatDateTime, formatDuration } from "@/lib/format"
import { useNow } from "./use-now"

type CountdownProps = {
  to: Date
  /** What ends then, for screen readers. */
  label: string
  onEnd?: () => void
  className?: string
}

/** Time left to the second; the end time on hover. */
export function Countdown({ to, label, onEnd, className }: CountdownProps) {
  const left = Math.max(0, (to.getTime() - useNow()) / 1000)
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
