"use client"

import { useEffect, useState } from "react"
import { duration } from "@/lib/format"

/** Seconds from now until a time, counted down; 0 when it has come or is unknown. */
export function useSecondsUntil(timeMs: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return timeMs && now ? Math.max(0, Math.ceil((timeMs - now) / 1_000)) : 0
}

export function Cooldown({ seconds }: { seconds: number }) {
  return (
    <div className="rounded-control bg-sunken p-4 text-center">
      <p className="text-sm text-muted">You have claimed today. The next claim opens in</p>
      <p className="figures text-2xl font-semibold" data-testid="cooldown" role="timer">
        {duration(seconds)}
      </p>
    </div>
  )
}
