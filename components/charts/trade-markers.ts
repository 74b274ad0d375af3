import type { OwnTrade } from "@/lib/tokens/trades/schema"
import type { Bar } from "./bars"

/** The viewer's trades of one bucket and one side, as one mark. */
export type TradeMarker = { time: number; side: OwnTrade["side"]; count: number }

/** Groups trades into marks on their bars, in the order of time; trades outside the bars are left out. */
export function groupMarkers(
  trades: readonly OwnTrade[],
  bars: readonly Bar[],
  intervalMs: number,
) {
  const drawn = new Set(bars.map(({ time }) => time))
  const marks = new Map<string, TradeMarker>()
  for (const { time, side } of trades) {
    const bucket = time - (time % intervalMs)
    if (!drawn.has(bucket)) continue
    const mark = marks.get(bucket + side)
    if (mark) mark.count++
    else marks.set(bucket + side, { time: bucket, side, count: 1 })
  }
  return [...marks.values()].sort((a, b) => a.time - b.time)
}

/** A letter that tells a purchase from a sale without colour, followed by the number of trades if there are several. */
export function formatMarker({ side, count }: TradeMarker): string {
  const letter = side === "buy" ? "B" : "S"
  return count === 1 ? letter : `${letter}${count}`
}
