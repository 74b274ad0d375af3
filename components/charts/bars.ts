/** One bucket: its start in Unix milliseconds, prices in the quote asset, and volume in USD. */
export type Bar = {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Bars as a page has them: a list of each figure, which compresses to half of what a list of bars does. */
export type BarColumns = Readonly<Record<keyof Bar, readonly number[]>>

export const toColumns = (bars: readonly Bar[]): BarColumns => ({
  time: bars.map(({ time }) => time),
  open: bars.map(({ open }) => open),
  high: bars.map(({ high }) => high),
  low: bars.map(({ low }) => low),
  close: bars.map(({ close }) => close),
  volume: bars.map(({ volume }) => volume),
})

export const toBars = ({ time: times, ...columns }: BarColumns): Bar[] =>
  times.map((time, index) => ({
    time,
    open: columns.open[index] ?? 0,
    high: columns.high[index] ?? 0,
    low: columns.low[index] ?? 0,
    close: columns.close[index] ?? 0,
    volume: columns.volume[index] ?? 0,
  }))

/**
 * The bars for the chart's `update`, oldest first; null when the whole series must be set again, because the chart
 * refuses changes before its last bar.
 */
export function findChangedTail(drawn: readonly Bar[], next: readonly Bar[]): Bar[] | null {
  const last = drawn.at(-1)
  if (!last) return null
  const start = next.findIndex((bar) => bar.time === last.time)
  if (start < 0 || start >= drawn.length) return null
  const before = drawn.slice(drawn.length - 1 - start, -1)
  const isUnchanged = before.every((bar, index) => isSame(bar, next[index]))
  return isUnchanged ? next.slice(start) : null
}

/** Continues the last close up to the bucket of `now`: a pool's price does not move between two trades. */
export function extendBars(bars: readonly Bar[], intervalMs: number, now: number): Bar[] {
  const last = bars.at(-1)
  if (!last) return []
  const missing = Math.max(0, Math.floor((now - last.time) / intervalMs))
  const quiet = Array.from({ length: missing }, (_, index) =>
    createFlatBar(last.close, last.time + (index + 1) * intervalMs),
  )
  return [...bars, ...quiet]
}

/**
 * Lets each bar begin at the close before it. A candle of the API opens with the first trade inside its
 * bucket; drawn like that, a bucket with one trade would be a dash in mid-air.
 */
export function connectBars(bars: readonly Bar[]): Bar[] {
  return bars.map((bar, index) => {
    const open = bars[index - 1]?.close ?? bar.open
    return { ...bar, open, high: Math.max(open, bar.high), low: Math.min(open, bar.low) }
  })
}

/** A bucket in which the price did not move. */
export function isQuiet({ open, high, low, close }: Bar): boolean {
  return open === close && high === low
}

export type BarRange = { first: Bar; last: Bar; high: number; low: number; volume: number }

/** The range as a whole; null without bars. */
export function measureRange(bars: readonly Bar[]): BarRange | null {
  const first = bars[0]
  const last = bars.at(-1)
  if (!first || !last) return null
  return {
    first,
    last,
    high: Math.max(...bars.map((bar) => bar.high)),
    low: Math.min(...bars.map((bar) => bar.low)),
    volume: bars.reduce((sum, bar) => sum + bar.volume, 0),
  }
}

function createFlatBar(price: number, time: number): Bar {
  return { time, open: price, high: price, low: price, close: price, volume: 0 }
}

function isSame(a: Bar, b: Bar | undefined) {
  return (
    b !== undefined &&
    a.time === b.time &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  )
}
