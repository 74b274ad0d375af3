"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useMemo, useRef, useState } from "react"
import { classes } from "@/components/ui/classes"
import type { OwnTrade } from "@/lib/tokens/trades/schema"
import { type Bar, extendTo } from "./bars"
import { CandleTable } from "./candle-table"
import { ChartButtons } from "./chart-buttons"
import type { Drawing } from "./drawing"
import { Legend } from "./legend"
import type { ChartLook, ChartScale } from "./look"
import { marksOf } from "./marks"
import { summaryOf } from "./summary"
import { useBucketClock } from "./use-bucket-clock"
import { useWhenWanted } from "./use-when-wanted"

type PriceChartProps = {
  bars: readonly Bar[]
  intervalMs: number
  /** Symbol of the asset the prices are in. */
  quote: string
  /** The server's time in Unix milliseconds. */
  now: number
  /** Whether the last bar is the running one. */
  isLive: boolean
  look: ChartLook
  scale: ChartScale
  /** The viewer's trades. */
  trades: readonly OwnTrade[]
  /** The same bars drawn by the server, shown until the chart itself is there. */
  children: ReactNode
}

const Canvas = dynamic(() => import("./canvas"), { ssr: false })

/** Prices and volume with a legend, a sentence for screen readers, and the numbers as a table. */
export function PriceChart(props: PriceChartProps) {
  const { bars, intervalMs, quote, now, isLive, look, scale, trades, children } = props
  const figure = useRef<HTMLElement>(null)
  const isWanted = useWhenWanted(figure, { isEager: trades.length > 0 })
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [pointed, setPointed] = useState<Bar | null>(null)
  const time = useBucketClock(now, isLive ? intervalMs : null)
  const shown = useMemo(
    () => (isLive ? extendTo(bars, intervalMs, time) : [...bars]),
    [bars, intervalMs, isLive, time],
  )
  const marks = useMemo(() => marksOf(trades, shown, intervalMs), [trades, shown, intervalMs])
  const bar = pointed ?? shown.at(-1)
  return (
    <figure className="grid grid-cols-1 gap-2" ref={figure}>
      {bar && <Legend bar={bar} />}
      <div
        className="relative h-80 sm:h-[26rem]"
        data-last-time={shown.at(-1)?.time}
        data-marks={marks.length}
        data-testid="chart"
      >
        <div aria-hidden="true" className={classes("absolute inset-0", drawing && "invisible")}>
          {children}
        </div>
        {isWanted && (
          <Canvas
            bars={shown}
            label={`Price chart in ${quote}. Arrow keys move, plus and minus zoom`}
            look={look}
            marks={marks}
            onPoint={setPointed}
            onReady={setDrawing}
            scale={scale}
          />
        )}
      </div>
      <figcaption className="sr-only">{summaryOf(shown, quote)}</figcaption>
      <ChartFoot bars={shown} drawing={drawing} quote={quote} />
    </figure>
  )
}

type ChartFootProps = { bars: readonly Bar[]; drawing: Drawing | null; quote: string }

function ChartFoot({ bars, drawing, quote }: ChartFootProps) {
  const [isTableOpen, setTableOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <button
          aria-expanded={isTableOpen}
          className="text-link min-h-11 text-sm"
          onClick={() => setTableOpen(!isTableOpen)}
          type="button"
        >
          {isTableOpen ? "Hide the table" : "Show as a table"}
        </button>
        <ChartButtons drawing={drawing} />
      </div>
      {isTableOpen && <CandleTable bars={bars} caption={`Prices in ${quote}`} />}
    </>
  )
}
