"use client"

import { Progress } from "@/components/ui/progress"
import { useNow } from "@/components/ui/use-now"
import { formatDuration } from "@/lib/format"

const DAY_SECONDS = 86_400

/** Counts down to a time; 0 once it is reached, undefined while it is unknown. */
export function useSecondsUntil(timeMs: number | undefined): number | undefined {
  const now = useNow()
  return timeMs === undefined ? undefined : Math.max(0, Math.ceil((timeMs - now) / 1_000))
}

export function Cooldown({ seconds }: { seconds: number }) {
  return (
    <div className="grid gap-2 rounded-control bg-sunken p-4 text-center">
      <p className="text-sm text-muted">Claimed, again in</p>
      <p
        className="figures font-display text-2xl font-semibold"
        data-testid="cooldown"
        role="timer"
      >
        {formatDuration(seconds)}
      </p>
      <Progress
        label="Time since the last claim"
        max={DAY_SECONDS}
        value={DAY_SECONDS - seconds}
        valueText={`${formatDuration(seconds)} left`}
      />
    </div>
  )
}
