import { cn } from "./cn"

const WIDTH = 96
const HEIGHT = 28
const EDGE = 2

type SparklineProps = {
  prices: readonly number[]
  width?: number
  height?: number
  /** Without it the chart is decorative. */
  label?: string
  isFilled?: boolean
  className?: string
}

/** A small line chart of prices. */
export function Sparkline({
  prices,
  width = WIDTH,
  height = HEIGHT,
  label,
  isFilled,
  className,
}: SparklineProps) {
  const first = prices[0]
  const last = prices.at(-1)
  if (first === undefined || last === undefined) return null
  const tone = last > first ? "text-kelp" : last < first ? "text-coral" : "text-muted"
  // From point to point it is one unit: the picture is stretched anyway.
  const span = Math.max(prices.length - 1, 1)
  // Upwards it is half a pixel.
  const units = height * 2
  const path = createPath(prices, span, units)
  return (
    <svg
      aria-hidden={label === undefined}
      aria-label={label}
      role="img"
      className={cn("sparkline", tone, className)}
      height={height}
      preserveAspectRatio="none"
      viewBox={`0 0 ${span} ${units}`}
      width={width}
    >
      <path
        d={isFilled ? closeBelow(path, span, units) : path}
        {...(isFilled && { fill: "currentColor", fillOpacity: 0.12 })}
      />
    </svg>
  )
}

/** An SVG path from edge to edge. */
export function createPath(prices: readonly number[], width = WIDTH, height = HEIGHT): string {
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low
  const step = width / Math.max(prices.length - 1, 1)
  const y = (price: number) =>
    range === 0 ? height / 2 : height - EDGE - ((price - low) / range) * (height - 2 * EDGE)
  if (prices.length === 1) return `M0 ${height / 2}H${width}`
  const points = prices.map((price, index) => `${Math.round(index * step)} ${Math.round(y(price))}`)
  return `M${points.join("L")}`
}

/** The line with the area below it; its other edges are outside the picture, where they are invisible. */
function closeBelow(path: string, width: number, height: number) {
  const [, first = "0"] = /^M0 ([\d.]+)/.exec(path) ?? []
  const below = height + OUTSIDE
  return `M-${OUTSIDE} ${below}V${first}H0${path.replace(/^M0 [\d.]+/, "")}H${width + OUTSIDE}V${below}`
}

const OUTSIDE = 9
