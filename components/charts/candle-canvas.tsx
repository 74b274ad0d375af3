"use client"

import {
  type CandlestickData,
  CandlestickSeries,
  CrosshairMode,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from "lightweight-charts"
import { useEffect, useRef } from "react"
import { type Bar, changedTail, isQuiet } from "./bars"
import { type ChartColors, candleColors, chartColors, readColors } from "./colors"
import { decimalsFor } from "./price"
import { ZoomButtons } from "./zoom-buttons"

type CandleCanvasProps = {
  bars: readonly Bar[]
  /** The bar under the pointer; null when there is none. */
  onPoint: (bar: Bar | null) => void
}

type Drawing = { chart: IChartApi; series: ISeriesApi<"Candlestick">; colors: ChartColors }

/** Draws the bars and keeps the view where the reader put it while new ones arrive. */
export default function CandleCanvas({ bars, onPoint }: CandleCanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const drawn = useRef<readonly Bar[]>([])
  const latest = useRef({ bars, onPoint })
  latest.current = { bars, onPoint }

  useEffect(() => {
    if (!frame.current) return
    const made = draw(frame.current)
    drawing.current = made
    made.chart.subscribeCrosshairMove(({ time }) => {
      const bar = latest.current.bars.find((each) => seconds(each) === time)
      latest.current.onPoint(bar ?? null)
    })
    const scheme = matchMedia("(prefers-color-scheme: dark)")
    const repaint = () => frame.current && paint(made, frame.current, latest.current.bars)
    scheme.addEventListener("change", repaint)
    return () => {
      scheme.removeEventListener("change", repaint)
      made.chart.remove()
      drawing.current = null
      drawn.current = []
    }
  }, [])

  useEffect(() => {
    const { current } = drawing
    if (!current) return
    const isFirst = drawn.current.length === 0
    const tail = changedTail(drawn.current, bars)
    if (tail) for (const bar of tail) current.series.update(candle(bar, current.colors))
    else setAll(current, bars)
    if (isFirst) showLatest(current.chart, bars.length)
    drawn.current = bars
  }, [bars])

  return (
    <>
      <div className="absolute inset-0" ref={frame} />
      <ZoomButtons
        onReset={() => drawing.current && showLatest(drawing.current.chart, bars.length)}
        onZoom={(factor) => drawing.current && zoom(drawing.current.chart, factor)}
      />
    </>
  )
}

const BAR_WIDTH = 8
/** Free bars at the right edge, so that the newest one does not touch the scale. */
const MARGIN = 3

function draw(frame: HTMLElement): Drawing {
  const colors = readColors(frame)
  const { fontFamily } = getComputedStyle(frame)
  const chart = createChart(frame, {
    ...chartColors(colors),
    autoSize: true,
    crosshair: { ...chartColors(colors).crosshair, mode: CrosshairMode.Normal },
    timeScale: {
      borderColor: colors.line,
      timeVisible: true,
      barSpacing: BAR_WIDTH,
      maxBarSpacing: 3 * BAR_WIDTH,
      rightOffset: MARGIN,
    },
    // A swipe or the wheel scrolls the page, not the chart.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  })
  // Also the link to TradingView that the library's licence asks for.
  chart.applyOptions({ layout: { fontFamily, fontSize: 12, attributionLogo: true } })
  return { chart, colors, series: chart.addSeries(CandlestickSeries, candleColors(colors)) }
}

function paint(drawing: Drawing, frame: HTMLElement, bars: readonly Bar[]) {
  drawing.colors = readColors(frame)
  drawing.chart.applyOptions(chartColors(drawing.colors))
  drawing.series.applyOptions(candleColors(drawing.colors))
  setAll(drawing, bars)
}

function setAll({ series, colors }: Drawing, bars: readonly Bar[]) {
  const precision = decimalsFor(bars.at(-1)?.close ?? 1)
  series.applyOptions({
    priceFormat: { type: "price", precision, minMove: 10 ** -precision },
  })
  series.setData(bars.map((bar) => candle(bar, colors)))
}

function candle(bar: Bar, { muted }: ChartColors): CandlestickData<UTCTimestamp> {
  const { open, high, low, close } = bar
  const tone = isQuiet(bar) ? { color: muted, borderColor: muted, wickColor: muted } : {}
  return { time: seconds(bar), open, high, low, close, ...tone }
}

function showLatest(chart: IChartApi, count: number) {
  const fitting = Math.floor(chart.timeScale().width() / BAR_WIDTH)
  if (count + MARGIN <= fitting) return chart.timeScale().fitContent()
  chart.timeScale().setVisibleLogicalRange({ from: count + MARGIN - fitting, to: count + MARGIN })
}

function zoom(chart: IChartApi, factor: number) {
  const range = chart.timeScale().getVisibleLogicalRange()
  if (!range) return
  const width = (range.to - range.from) * factor
  chart.timeScale().setVisibleLogicalRange({ from: range.to - width, to: range.to })
}

/** The library's brand for Unix seconds: `as` would be the only way, so its own guard is used. */
function seconds({ time }: Bar): UTCTimestamp {
  const value: unknown = time / 1000
  if (!isTimestamp(value)) throw new TypeError("A bar has no time")
  return value
}

function isTimestamp(value: unknown): value is UTCTimestamp {
  return typeof value === "number" && Number.isFinite(value)
}
