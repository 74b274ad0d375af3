import type { Bar } from "./bars"

/**
 * A bar in the data of a page: minutes after the previous bar, close, volume, high, low, open. Usual values at the end
 * are left out: no trade, no price beyond open and close, an open equal to the previous close.
 */
type PackedBar = readonly number[]

export type PackedBars = { start: number; bars: readonly PackedBar[] }

const MINUTE = 60_000

/** Packs bars into a fourth of their size. */
export function packBars(bars: readonly Bar[]): PackedBars {
  const packed = bars.map((bar, index) => {
    const before = bars[index - 1]
    const { time, open, high, low, close, volume } = bar
    const usual = usualBar(bar, before)
    const all = [(time - (before?.time ?? time)) / MINUTE, close, volume, high, low, open]
    const isUsual = [false, close === before?.close, volume === 0]
    isUsual.push(high === usual.high, low === usual.low, open === usual.open)
    return all.slice(0, isUsual.lastIndexOf(false) + 1)
  })
  return { start: bars[0]?.time ?? 0, bars: packed }
}

export function unpackBars({ start, bars }: PackedBars): Bar[] {
  const unpacked: Bar[] = []
  for (const [after = 0, givenClose, volume = 0, givenHigh, givenLow, givenOpen] of bars) {
    const before = unpacked.at(-1)
    const close = givenClose ?? before?.close ?? 0
    const open = givenOpen ?? before?.close ?? close
    const { high, low } = usualBar({ open, close }, before)
    const time = (before?.time ?? start) + after * MINUTE
    unpacked.push({ time, open, high: givenHigh ?? high, low: givenLow ?? low, close, volume })
  }
  return unpacked
}

/** Prices as they mostly are. */
function usualBar({ open, close }: Pick<Bar, "open" | "close">, before: Bar | undefined) {
  return {
    open: before?.close ?? close,
    high: Math.max(open, close),
    low: Math.min(open, close),
  }
}
