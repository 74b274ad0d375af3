"use client"

import type { ComponentProps } from "react"
import { Button } from "@/components/ui/button"
import { useNow } from "@/components/ui/use-now"
import { formatDuration } from "@/lib/format"
import type { Failure } from "./failure"

type Props = ComponentProps<typeof Button> & { failure: Failure | null }

/** A button of a request that may have been refused for a time: until then it counts down and ignores presses. */
export function RetryButton({ failure, children, ...rest }: Props) {
  const left = useSecondsLeft(failure?.retryAt)
  return (
    <Button {...rest} isWaiting={left > 0}>
      {left > 0 ? `Try again in ${formatDuration(left)}` : children}
    </Button>
  )
}

const TICK_MS = 1_000
/** Nothing changes while nobody waits, so it rests. */
const REST_MS = 3_600_000

function useSecondsLeft(until: number | undefined): number {
  const now = useNow(until === undefined ? REST_MS : TICK_MS)
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
}
