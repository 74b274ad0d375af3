import { formatDateTime } from "@/lib/format"
import { type Bar, isQuiet, measureRange } from "./bars"
import type { ChartScale, ChartType } from "./chart-type"
import { formatPrice } from "./price-format"

/** The number of bars that the chart first shows beside a ticket, with the empty ones at its edge. */
const BARS = 89
const MARGIN = 3

/** SVG units: the drawing is stretched to its box, the labels keep their size. */
const WIDTH = 900
const HEIGHT = 400

/** The parts of the height that prices and volume take, as in the interactive chart. */
const PRICE_TOP = 0.08 * HEIGHT
const PRICE_BOTTOM = 0.76 * HEIGHT
const VOLUME_TOP = 0.82 * HEIGHT

type StaticChartProps = { bars: readonly Bar[]; chartType: ChartType; scale: ChartScale }

/** The newest bars as the server draws them, placed as in the interactive chart that replaces them. */
export function StaticChart({ bars, chartType, scale }: StaticChartProps) {
  const shown = bars.slice(-BARS)
  const span = measureRange(shown)
  if (!span) return null
  const drawn = drawShapes(shown, { chartType, scale })
  const labels = [span.high, span.low].map((price) => ({ price, y: drawn.y(price) / HEIGHT }))
  return (
    <div className="figures absolute inset-0 text-xs text-muted">
      <div className="absolute top-0 right-16 bottom-7 left-0 border-r border-b border-line">
        <svg
          aria-hidden="true"
          className="size-full"
          fill="none"
          preserveAspectRatio="none"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        >
          {drawn.paths.map(({ className, d }) => (
            <path className={className} d={d} key={className} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      </div>
      <div className="absolute top-0 right-0 bottom-7 w-16">
        {labels.map(({ price, y }) => (
          <span
            className="absolute left-1.5 -translate-y-1/2"
            key={y}
            style={{ top: `${Math.round(y * 1000) / 10}%` }}
          >
            {formatPrice(price)}
          </span>
        ))}
      </div>
      <div className="absolute right-16 bottom-0 left-0 flex h-7 items-center justify-between">
        <span>{formatDateTime(new Date(span.first.time))}</span>
        <span className="max-sm:hidden">{formatDateTime(new Date(span.last.time))}</span>
      </div>
    </div>
  )
}

type Shape = { className: string; d: string }

/** Paths in the drawing's units, and a function that finds the height of a price. */
export function drawShapes(
  bars: readonly Bar[],
  { chartType, scale }: Omit<StaticChartProps, "bars">,
) {
  const span = measureRange(bars)
  const step = WIDTH / (bars.length + MARGIN)
  const x = (index: number) => (index + 0.5) * step
  const of = (price: number) => (scale === "log" && price > 0 ? Math.log(price) : price)
  const [low, high] = [of(span?.low ?? 0), of(span?.high ?? 0)]
  const y = (price: number) =>
    high === low
      ? (PRICE_TOP + PRICE_BOTTOM) / 2
      : PRICE_BOTTOM - ((of(price) - low) / (high - low)) * (PRICE_BOTTOM - PRICE_TOP)
  const place = { x, y, half: step * 0.36 }
  const prices = chartType === "line" ? drawLine(bars, place) : drawCandles(bars, place)
  return { y, paths: [...drawVolumes(bars, place), ...prices].filter(({ d }) => d) }
}

type PlotScale = { x: (index: number) => number; y: (price: number) => number; half: number }

function drawLine(bars: readonly Bar[], { x, y }: PlotScale): Shape[] {
  const d = bars.map(
    ({ close }, index) => `${index ? "L" : "M"}${round(x(index))} ${round(y(close))}`,
  )
  return [{ className: "stroke-accent stroke-2", d: d.join("") }]
}

/** Rising candles are hollow, falling ones solid, quiet ones dashes. */
function drawCandles(bars: readonly Bar[], { x, y, half }: PlotScale): Shape[] {
  const [rising, falling, quiet, wicks]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const [index, bar] of bars.entries()) {
    const left = round(x(index) - half)
    const width = round(2 * half)
    if (isQuiet(bar)) {
      quiet.push(`M${left} ${round(y(bar.close))}h${width}`)
      continue
    }
    const top = y(Math.max(bar.open, bar.close))
    const body = Math.max(y(Math.min(bar.open, bar.close)) - top, 1)
    const outline = `M${left} ${round(top)}h${width}v${round(body)}h-${width}z`
    const sticks = `M${round(x(index))} ${round(y(bar.high))}V${round(top)}M${round(x(index))} ${round(top + body)}V${round(y(bar.low))}`
    ;(bar.close < bar.open ? falling : rising).push(outline)
    wicks.push(sticks)
  }
  return [
    { className: "stroke-line-strong", d: wicks.join("") },
    { className: "stroke-kelp", d: rising.join("") },
    { className: "fill-coral stroke-coral", d: falling.join("") },
    { className: "stroke-muted", d: quiet.join("") },
  ]
}

function drawVolumes(bars: readonly Bar[], { x, half }: PlotScale): Shape[] {
  const most = Math.max(...bars.map(({ volume }) => volume))
  if (most <= 0) return []
  const d = bars.flatMap(({ volume }, index) => {
    const height = (volume / most) * (HEIGHT - VOLUME_TOP)
    return height > 0
      ? [`M${round(x(index) - half)} ${HEIGHT}v-${round(height)}h${round(2 * half)}V${HEIGHT}z`]
      : []
  })
  return [{ className: "fill-line", d: d.join("") }]
}

const round = (value: number) => Math.round(value * 10) / 10
