import { dateTime } from "@/lib/format"
import { type Bar, isQuiet, spanOf } from "./bars"
import type { ChartLook, ChartScale } from "./look"
import { priceText } from "./price"

/** As many bars as the chart shows at first beside a ticket, and the free ones at its edge. */
const BARS = 89
const MARGIN = 3

/** Units of the drawing: it is stretched to its box, in which the labels keep their own size. */
const WIDTH = 900
const HEIGHT = 400

/** The parts of the height that prices and volume take, as in the chart that replaces the sketch. */
const PRICE_TOP = 0.08 * HEIGHT
const PRICE_BOTTOM = 0.76 * HEIGHT
const VOLUME_TOP = 0.82 * HEIGHT

type SketchProps = { bars: readonly Bar[]; look: ChartLook; scale: ChartScale }

/**
 * The newest bars as the server draws them, with the course in the same place as in the chart: what is
 * read before scripts run, and without them.
 */
export function Sketch({ bars, look, scale }: SketchProps) {
  const shown = bars.slice(-BARS)
  const span = spanOf(shown)
  if (!span) return null
  const drawn = shapes(shown, { look, scale })
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
            {priceText(price)}
          </span>
        ))}
      </div>
      <div className="absolute right-16 bottom-0 left-0 flex h-7 items-center justify-between">
        <span>{dateTime(new Date(span.first.time))}</span>
        <span className="max-sm:hidden">{dateTime(new Date(span.last.time))}</span>
      </div>
    </div>
  )
}

type Shape = { className: string; d: string }

/** Paths in the drawing's units, and where a price stands in it. */
export function shapes(bars: readonly Bar[], { look, scale }: Omit<SketchProps, "bars">) {
  const span = spanOf(bars)
  const step = WIDTH / (bars.length + MARGIN)
  const x = (index: number) => (index + 0.5) * step
  const of = (price: number) => (scale === "log" && price > 0 ? Math.log(price) : price)
  const [low, high] = [of(span?.low ?? 0), of(span?.high ?? 0)]
  const y = (price: number) =>
    high === low
      ? (PRICE_TOP + PRICE_BOTTOM) / 2
      : PRICE_BOTTOM - ((of(price) - low) / (high - low)) * (PRICE_BOTTOM - PRICE_TOP)
  const place = { x, y, half: step * 0.36 }
  const prices = look === "line" ? course(bars, place) : candles(bars, place)
  return { y, paths: [...volumes(bars, place), ...prices].filter(({ d }) => d) }
}

type Place = { x: (index: number) => number; y: (price: number) => number; half: number }

function course(bars: readonly Bar[], { x, y }: Place): Shape[] {
  const d = bars.map(({ close }, index) => `${index ? "L" : "M"}${n(x(index))} ${n(y(close))}`)
  return [{ className: "stroke-accent stroke-2", d: d.join("") }]
}

/** Rising candles are hollow, falling ones solid, quiet ones dashes. */
function candles(bars: readonly Bar[], { x, y, half }: Place): Shape[] {
  const [rising, falling, quiet, wicks]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const [index, bar] of bars.entries()) {
    const left = n(x(index) - half)
    const width = n(2 * half)
    if (isQuiet(bar)) {
      quiet.push(`M${left} ${n(y(bar.close))}h${width}`)
      continue
    }
    const top = y(Math.max(bar.open, bar.close))
    const body = Math.max(y(Math.min(bar.open, bar.close)) - top, 1)
    const outline = `M${left} ${n(top)}h${width}v${n(body)}h-${width}z`
    const sticks = `M${n(x(index))} ${n(y(bar.high))}V${n(top)}M${n(x(index))} ${n(top + body)}V${n(y(bar.low))}`
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

function volumes(bars: readonly Bar[], { x, half }: Place): Shape[] {
  const most = Math.max(...bars.map(({ volume }) => volume))
  if (most <= 0) return []
  const d = bars.flatMap(({ volume }, index) => {
    const height = (volume / most) * (HEIGHT - VOLUME_TOP)
    return height > 0
      ? [`M${n(x(index) - half)} ${HEIGHT}v-${n(height)}h${n(2 * half)}V${HEIGHT}z`]
      : []
  })
  return [{ className: "fill-line", d: d.join("") }]
}

const n = (value: number) => Math.round(value * 10) / 10
