"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { cn } from "@/components/ui/cn"
import { Change } from "@/components/ui/figures"
import { formatDateTime } from "@/lib/format"
import type { OwnTrade } from "@/lib/tokens/trades/schema"
import { type Bar, extendBars } from "./bars"
import { CandleTable } from "./candle-table"
import { ChartButtons } from "./chart-buttons"
import type { ChartController } from "./chart-controller"
import { describeChart } from "./chart-summary"
import type { ChartScale, ChartType } from "./chart-type"
import { formatPrice, formatVolume, measureChange } from "./price-format"
import { groupMarkers } from "./trade-markers"
import { useLazyLoad } from "./use-lazy-load"

/**
 * The server's time, advanced at the start of every bucket; `serverNow` corrects a wrong browser clock. It does not
 * advance when `intervalMs` is null.
 */
function useBucketClock(serverNow: number, intervalMs: number | null): number {
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    setNow(serverNow)
    if (intervalMs === null) return
    const ahead = Date.now() - serverNow
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = intervalMs - ((Date.now() - ahead) % intervalMs)
      timer = setTimeout(() => {
        setNow(Date.now() - ahead)
        wait()
      }, left + EDGE_MS)
    }
    wait()
    return () => clearTimeout(timer)
  }, [serverNow, intervalMs])

  return now
}

/** Timers may fire a little early; a bucket must have begun when its bar is drawn. */
const EDGE_MS = 25

type PriceChartProps = {
  bars: readonly Bar[]
  intervalMs: number
  /** Symbol of the asset the prices are in. */
  quote: string
  /** The server's time in Unix milliseconds. */
  now: number
  /** Whether the last bar is still running. */
  isLive: boolean
  chartType: ChartType
  scale: ChartScale
  /** The viewer's trades. */
  trades: readonly OwnTrade[]
  /** The same bars drawn by the server, shown until the chart itself is there. */
  children: ReactNode
}

const ChartCanvas = dynamic(() => import("./chart-canvas"), { ssr: false })

/** Prices and volume with a legend, a sentence for screen readers, and the numbers as a table. */
export function PriceChart(props: PriceChartProps) {
  const { bars, intervalMs, quote, now, isLive, chartType, scale, trades, children } = props
  // Not the whole figure, because its table needs no chart.
  const box = useRef<HTMLDivElement>(null)
  const { isWanted, load } = useLazyLoad(box, { isEager: trades.length > 0 })
  const [drawing, setDrawing] = useState<ChartController | null>(null)
  const [pointed, setPointed] = useState<Bar | null>(null)
  const time = useBucketClock(now, isLive ? intervalMs : null)
  const shown = useMemo(
    () => (isLive ? extendBars(bars, intervalMs, time) : [...bars]),
    [bars, intervalMs, isLive, time],
  )
  const marks = useMemo(() => groupMarkers(trades, shown, intervalMs), [trades, shown, intervalMs])
  const bar = pointed ?? shown.at(-1)
  return (
    <figure className="grid grid-cols-1 gap-2">
      {bar && <Legend bar={bar} />}
      <div
        className="relative h-80 sm:h-[26rem]"
        data-last-time={shown.at(-1)?.time}
        data-marks={marks.length}
        data-testid="chart"
        ref={box}
      >
        <div aria-hidden="true" className={cn("absolute inset-0", drawing && "invisible")}>
          {children}
        </div>
        {isWanted && (
          <ChartCanvas
            bars={shown}
            label={`Price chart in ${quote}. Arrow keys pan, plus and minus zoom`}
            chartType={chartType}
            markers={marks}
            onPoint={setPointed}
            onReady={setDrawing}
            scale={scale}
          />
        )}
      </div>
      <figcaption className="sr-only">{describeChart(shown, quote)}</figcaption>
      <ChartFooter bars={shown} controller={drawing} onWanted={load} quote={quote} />
    </figure>
  )
}

type ChartFooterProps = {
  bars: readonly Bar[]
  controller: ChartController | null
  onWanted: () => void
  quote: string
}

function ChartFooter({ bars, controller, onWanted, quote }: ChartFooterProps) {
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
          {isTableOpen ? "Hide table" : "Show table"}
        </button>
        <ChartButtons controller={controller} onWanted={onWanted} />
      </div>
      {isTableOpen && <CandleTable bars={bars} caption={`Prices in ${quote}`} />}
    </>
  )
}

/** The figures of one bar; screen readers have the summary and the table instead. */
function Legend({ bar }: { bar: Bar }) {
  const figures = [
    ["O", formatPrice(bar.open)],
    ["H", formatPrice(bar.high)],
    ["L", formatPrice(bar.low)],
    ["C", formatPrice(bar.close)],
    ["V", formatVolume(bar.volume)],
  ] as const
  return (
    <div
      aria-hidden="true"
      className="figures flex min-h-12 flex-wrap content-start items-baseline gap-x-3 text-xs text-muted sm:min-h-6"
    >
      <span>{formatDateTime(new Date(bar.time))}</span>
      {figures.map(([name, text]) => (
        <span key={name}>
          {name} <span className="text-ink">{text}</span>
        </span>
      ))}
      <Change basisPoints={measureChange(bar.open, bar.close)} />
    </div>
  )
}
