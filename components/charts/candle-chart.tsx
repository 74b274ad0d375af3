"use client"

import dynamic from "next/dynamic"
import { useMemo, useState } from "react"
import { Skeleton } from "@/components/ui/states"
import { type Bar, extendTo } from "./bars"
import { CandleTable } from "./candle-table"
import { Legend } from "./legend"
import { summaryOf } from "./summary"
import { useBucketClock } from "./use-bucket-clock"

type CandleChartProps = {
  bars: readonly Bar[]
  intervalMs: number
  /** Symbol of the asset the prices are in. */
  quote: string
  /** The server's time in Unix milliseconds. */
  now: number
  /** Whether the last bar is the running one. */
  isLive: boolean
}

const CandleCanvas = dynamic(() => import("./candle-canvas"), {
  ssr: false,
  loading: () => <Skeleton className="absolute inset-0" />,
})

/** Candles with a legend, a sentence for screen readers, and the numbers as a table. */
export function CandleChart({ bars, intervalMs, quote, now, isLive }: CandleChartProps) {
  const [pointed, setPointed] = useState<Bar | null>(null)
  const [isTableOpen, setTableOpen] = useState(false)
  const time = useBucketClock(now, isLive ? intervalMs : null)
  const shown = useMemo(
    () => (isLive ? extendTo(bars, intervalMs, time) : [...bars]),
    [bars, intervalMs, isLive, time],
  )
  const bar = pointed ?? shown.at(-1)
  const summary = summaryOf(shown, quote)
  return (
    <figure className="grid gap-2">
      {bar && <Legend bar={bar} />}
      <div
        className="relative h-72 sm:h-96"
        data-last-time={shown.at(-1)?.time}
        data-testid="chart"
      >
        <CandleCanvas bars={shown} onPoint={setPointed} />
      </div>
      <figcaption className="sr-only">{summary}</figcaption>
      <details onToggle={(event) => setTableOpen(event.currentTarget.open)}>
        <summary className="text-link inline-flex min-h-11 items-center text-sm">
          Show as a table
        </summary>
        {isTableOpen && <CandleTable bars={shown} caption={`Prices in ${quote}`} />}
      </details>
    </figure>
  )
}
