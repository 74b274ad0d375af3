import type { Bar } from "./bars"

/** More than a chart or its table shows; further digits of hundreds of bars would be sent for nothing. */
const SIGNIFICANT_DIGITS = 9

/** A bar for drawing: its figures are numbers of so many significant digits. */
export function roundBar({ time, open, high, low, close, volume }: Bar): Bar {
  return {
    time,
    open: round(open),
    high: round(high),
    low: round(low),
    close: round(close),
    volume: round(volume),
  }
}

const round = (value: number) => Number(value.toPrecision(SIGNIFICANT_DIGITS))
