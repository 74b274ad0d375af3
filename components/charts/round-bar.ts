import type { Bar } from "./bars"

/** More than a chart or its table shows; further digits of hundreds of bars would be sent for nothing. */
const PRICE_DIGITS = 6

/** Below 10,000 a volume is shown with its cents, from there on with fewer digits. */
const VOLUME_DIGITS = 7

/** A bar for drawing: its figures are numbers of so many significant digits. */
export function roundBar({ time, open, high, low, close, volume }: Bar): Bar {
  return {
    time,
    open: round(open, PRICE_DIGITS),
    high: round(high, PRICE_DIGITS),
    low: round(low, PRICE_DIGITS),
    close: round(close, PRICE_DIGITS),
    volume: round(volume, VOLUME_DIGITS),
  }
}

const round = (value: number, digits: number) => Number(value.toPrecision(digits))
