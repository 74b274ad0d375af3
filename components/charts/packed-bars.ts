import type { Bar } from "./bars"

/**
 * A bar in the data of a page: seconds after the first, close, volume, and where they differ from the close, open, high
 * and low.
 */
type PackedBar = readonly number[]

export type PackedBars = { start: number; bars: readonly PackedBar[] }

/** A third as long as the bars themselves. */
export function packBars(bars: readonly Bar[]): PackedBars {
  const start = bars[0]?.time ?? 0
  return {
    start,
    bars: bars.map(({ time, open, high, low, close, volume }) => {
      const isFlat = open === close && high === close && low === close
      const after = (time - start) / 1_000
      if (!isFlat) return [after, close, volume, open, high, low]
      return volume === 0 ? [after, close] : [after, close, volume]
    }),
  }
}

export const unpackBars = ({ start, bars }: PackedBars): Bar[] =>
  bars.map(([after = 0, close = 0, volume = 0, open = close, high = close, low = close]) => ({
    time: start + after * 1_000,
    open,
    high,
    low,
    close,
    volume,
  }))
