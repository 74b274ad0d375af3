import type { PricePoint } from "@/lib/updown/view"

/** SVG units: the drawing is stretched to its box, the labels keep their size. */
export const WIDTH = 900
export const HEIGHT = 300

/** Part of the height that stays free above and below the prices. */
const EDGE = 0.1

/** The running round, Unix seconds. */
export type RoundSpan = { startTime: number; endTime: number; startPrice: number }

export type LineDrawing = {
  /** A step at each update: a price holds until the next one. */
  path: string
  /** Parts of width and height. */
  level: number
  span: { from: number; to: number }
  now: { x: number; y: number }
}

type Frame = {
  points: readonly PricePoint[]
  round: RoundSpan
  /** Beginning of the chart, and now. */
  from: number
  now: number
}

/** Places the prices of a chart from `from` to the end of the round. */
export function drawPriceLine({ points, round, from, now }: Frame): LineDrawing | null {
  const shown = trimPoints(points, from)
  const last = shown.at(-1)
  if (!last) return null
  const end = Math.max(round.endTime, now)
  const x = (time: number) => clamp((time - from) / (end - from))
  const y = createScale([...shown.map(({ price }) => price), round.startPrice])
  const steps = shown.map(({ time, price }, index) => {
    const place = `${units(x(time), WIDTH)} ${units(y(price), HEIGHT)}`
    return index === 0 ? `M${place}` : `H${units(x(time), WIDTH)}V${units(y(price), HEIGHT)}`
  })
  return {
    path: `${steps.join("")}H${units(x(now), WIDTH)}`,
    level: y(round.startPrice),
    span: { from: x(round.startTime), to: x(round.endTime) },
    now: { x: x(now), y: y(last.price) },
  }
}

/** Points since `from`, and the one whose price held then. */
export function trimPoints(points: readonly PricePoint[], from: number): PricePoint[] {
  const first = points.findLastIndex(({ time }) => time <= from)
  return points.slice(Math.max(first, 0))
}

/** Adds the newest update; the same points when it is known. */
export function appendPoint(points: readonly PricePoint[], next: PricePoint | null) {
  const last = points.at(-1)
  if (!next || (last && next.time <= last.time)) return points
  return [...points, next]
}

function createScale(prices: readonly number[]) {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const range = high - low
  return (price: number) =>
    range === 0 ? 0.5 : 1 - EDGE - ((price - low) / range) * (1 - 2 * EDGE)
}

const clamp = (part: number) => Math.min(1, Math.max(0, part))
const units = (part: number, size: number) => Math.round(part * size * 10) / 10
