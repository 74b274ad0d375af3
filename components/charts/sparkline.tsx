const WIDTH = 96
const HEIGHT = 28
const EDGE = 2

/** The course of a price in a few strokes; decorative, the change stands beside it in words. */
export function Sparkline({ prices }: { prices: readonly number[] }) {
  const first = prices[0]
  const last = prices.at(-1)
  if (first === undefined || last === undefined) return null
  const tone = last > first ? "text-kelp" : last < first ? "text-coral" : "text-muted"
  return (
    <svg
      aria-hidden="true"
      className={tone}
      fill="none"
      height={HEIGHT}
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
    >
      <path
        d={pathOf(prices)}
        stroke="currentColor"
        strokeLinejoin="round"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Steps, as the price of a pool stays until the next trade. */
export function pathOf(prices: readonly number[]): string {
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low
  const step = WIDTH / Math.max(prices.length - 1, 1)
  const y = (price: number) =>
    range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((price - low) / range) * (HEIGHT - 2 * EDGE)
  const points = prices.map((price, index) => `${round(index * step)} ${round(y(price))}`)
  return points.length === 1 ? `M0 ${HEIGHT / 2}H${WIDTH}` : `M${points.join("L")}`
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
