import { WAD } from "@/lib/units"

/** TIDE per share at a time. */
export type SharePricePoint = { time: Date; price: bigint }

/** Bought TIDE is released within this time, in milliseconds: later the price rests until the next purchase. */
const RELEASE_MS = 24 * 3_600 * 1_000

/** When the price has reached `next`: at its time, or earlier if the last release ended before it. */
const arrivalAt = (last: SharePricePoint, next: SharePricePoint) =>
  Math.min(+next.time, +last.time + RELEASE_MS)

/** The price between two known ones: it rises evenly until its release has ended. */
export function priceBetween(last: SharePricePoint, next: SharePricePoint, time: Date): bigint {
  const span = arrivalAt(last, next) - +last.time
  const passed = +time - +last.time
  if (span <= 0 || passed >= span) return next.price
  if (passed <= 0) return last.price
  return last.price + ((next.price - last.price) * BigInt(passed)) / BigInt(span)
}

/**
 * The share price from `from` on, up to `now`. `before` is the last known point at or before `from`, `readings` are
 * those after it. With a point where a release ended, so that straight lines between the points show what happened.
 */
export function buildPriceHistory(
  readings: readonly SharePricePoint[],
  { before, from, now }: { before: SharePricePoint | null; from: Date; now: SharePricePoint },
): SharePricePoint[] {
  const later = [...readings.filter(({ time }) => time < now.time), now]
  const [next] = later
  const points: SharePricePoint[] = []
  if (before && next) points.push({ time: from, price: priceBetween(before, next, from) })
  let last = before
  for (const point of later) {
    if (last) {
      const arrival = arrivalAt(last, point)
      if (arrival < +point.time && arrival > +from) {
        points.push({ time: new Date(arrival), price: point.price })
      }
    }
    points.push(point)
    last = point
  }
  return points
}

/** Growth of a price in percent with 18 decimals, rounded down. */
export function growthPercent(before: bigint, after: bigint): bigint {
  return before === 0n ? 0n : ((after - before) * 100n * WAD) / before
}
