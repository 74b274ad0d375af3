import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  PriceScaleMode,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts"
import { type Bar, findChangedTail, isQuiet } from "./bars"
import {
  areaColors,
  BAR_WIDTH,
  candleColors,
  chartColors,
  fixedOptions,
  MARGIN,
  volumeOptions,
  volumeScale,
} from "./chart-options"
import type { ChartScale, ChartType } from "./chart-type"
import { type ChartColors, onColorChange, readColors, withOpacity } from "./colors"
import { countDecimals } from "./price-format"
import { formatMarker, type TradeMarker } from "./trade-markers"

export type ChartView = {
  bars: readonly Bar[]
  chartType: ChartType
  scale: ChartScale
  markers: readonly TradeMarker[]
}

type PriceSeries = ISeriesApi<"Candlestick"> | ISeriesApi<"Area">

/**
 * The chart on its canvas. `show` brings it up to a view and keeps the range where the reader put it
 * while new bars arrive.
 */
export class ChartController {
  readonly #frame: HTMLElement
  readonly #chart: IChartApi
  readonly #volume: ISeriesApi<"Histogram">
  readonly #stopWatching: () => void
  #prices: PriceSeries
  #markers: ISeriesMarkersPluginApi<Time>
  #colors: ChartColors
  #shown: ChartView = { bars: [], chartType: "candles", scale: "linear", markers: [] }

  constructor(frame: HTMLElement, onPoint: (bar: Bar | null) => void) {
    this.#frame = frame
    this.#colors = readColors(frame)
    const { fontFamily } = getComputedStyle(frame)
    this.#chart = createChart(frame, fixedOptions)
    this.#chart.applyOptions(chartColors(this.#colors))
    this.#chart.applyOptions({ layout: { fontFamily, fontSize: 12 } })
    this.#volume = this.#chart.addSeries(HistogramSeries, volumeOptions)
    this.#volume.priceScale().applyOptions(volumeScale)
    this.#prices = this.#addPrices("candles")
    this.#markers = createSeriesMarkers<Time>(this.#prices, [])
    this.#chart.subscribeCrosshairMove(({ time }) => {
      onPoint(this.#shown.bars.find((bar) => seconds(bar.time) === time) ?? null)
    })
    this.#stopWatching = onColorChange(() => this.#repaint())
  }

  show(next: ChartView) {
    const before = this.#shown
    this.#shown = next
    if (next.chartType !== before.chartType) this.#exchangePrices(next.chartType)
    const mode = next.scale === "log" ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal
    if (next.scale !== before.scale) this.#chart.priceScale("right").applyOptions({ mode })
    const tail =
      next.chartType === before.chartType ? findChangedTail(before.bars, next.bars) : null
    if (tail) for (const bar of tail) this.#update(bar)
    else this.#setAll(next.bars)
    this.#setMarks(next.markers)
    if (before.bars.length === 0) this.showLatest()
  }

  showLatest() {
    const count = this.#shown.bars.length
    const fitting = Math.floor(this.#chart.timeScale().width() / BAR_WIDTH)
    if (count + MARGIN <= fitting) return this.#chart.timeScale().fitContent()
    this.#setRange(count + MARGIN - fitting, count + MARGIN)
  }

  showAll() {
    this.#chart.timeScale().fitContent()
  }

  /** Shows `factor` times as many bars, with the right edge in place. */
  zoom(factor: number) {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (range) this.#setRange(range.to - (range.to - range.from) * factor, range.to)
  }

  /** Moves by this part of the visible bars; negative values move to earlier bars. */
  pan(part: number) {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (!range) return
    const by = (range.to - range.from) * part
    this.#setRange(range.from + by, range.to + by)
  }

  remove() {
    this.#stopWatching()
    this.#chart.remove()
  }

  #setRange(from: number, to: number) {
    this.#chart.timeScale().setVisibleLogicalRange({ from, to })
  }

  #addPrices(look: ChartType): PriceSeries {
    return look === "candles"
      ? this.#chart.addSeries(CandlestickSeries, candleColors(this.#colors))
      : this.#chart.addSeries(AreaSeries, areaColors(this.#colors))
  }

  #exchangePrices(look: ChartType) {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    this.#markers.detach()
    this.#chart.removeSeries(this.#prices)
    this.#prices = this.#addPrices(look)
    this.#markers = createSeriesMarkers<Time>(this.#prices, [])
    if (range) this.#setRange(range.from, range.to)
  }

  #setAll(bars: readonly Bar[]) {
    const precision = countDecimals(bars.at(-1)?.close ?? 1)
    const minMove = 10 ** -precision
    this.#prices.applyOptions({ priceFormat: { type: "price", precision, minMove } })
    this.#volume.setData(bars.map((bar) => this.#volumeBar(bar)))
    this.#prices.setData(bars.map((bar) => this.#priceBar(bar)))
  }

  #update(bar: Bar) {
    this.#volume.update(this.#volumeBar(bar))
    this.#prices.update(this.#priceBar(bar))
  }

  /** A bucket without movement is neutral. */
  #priceBar(bar: Bar) {
    const { open, high, low, close } = bar
    const time = seconds(bar.time)
    if (this.#shown.chartType === "line") return { time, value: close }
    const { muted } = this.#colors
    const tone = isQuiet(bar) ? { color: muted, borderColor: muted, wickColor: muted } : {}
    return { time, open, high, low, close, ...tone }
  }

  #volumeBar({ time, open, close, volume }: Bar) {
    const { up, down, muted } = this.#colors
    const color = close > open ? up : close < open ? down : muted
    return { time: seconds(time), value: volume, color: withOpacity(color, 0.45) }
  }

  #setMarks(marks: readonly TradeMarker[]) {
    const { up, down } = this.#colors
    this.#markers.setMarkers(
      marks.map((mark) => ({
        time: seconds(mark.time),
        position: mark.side === "buy" ? "belowBar" : "aboveBar",
        shape: mark.side === "buy" ? "arrowUp" : "arrowDown",
        color: mark.side === "buy" ? up : down,
        text: formatMarker(mark),
      })),
    )
  }

  #repaint() {
    const { bars, chartType, markers } = this.#shown
    this.#colors = readColors(this.#frame)
    this.#chart.applyOptions(chartColors(this.#colors))
    this.#prices.applyOptions(
      chartType === "candles" ? candleColors(this.#colors) : areaColors(this.#colors),
    )
    this.#setAll(bars)
    this.#setMarks(markers)
  }
}

/** Unix seconds as the library's branded type. */
function seconds(time: number): UTCTimestamp {
  const value: unknown = time / 1000
  if (!isTimestamp(value)) throw new TypeError("A bar has no time")
  return value
}

function isTimestamp(value: unknown): value is UTCTimestamp {
  return typeof value === "number" && Number.isFinite(value)
}
