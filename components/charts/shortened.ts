import type { Bar } from "./bars"

/** More than a chart or its table shows; further digits of hundreds of bars would be sent for nothing. */
const DIGITS = 9

/** A bar for drawing: its figures are numbers of so many significant digits. */
export function shortened({ time, open, high, low, close, volume }: Bar): Bar {
  return {
    time,
    open: short(open),
    high: short(high),
    low: short(low),
    close: short(close),
    volume: short(volume),
  }
}

const short = (value: number) => Number(value.toPrecision(DIGITS))
