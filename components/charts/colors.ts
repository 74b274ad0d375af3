import type { CandlestickSeriesPartialOptions, ChartOptions, DeepPartial } from "lightweight-charts"
import { ColorType } from "lightweight-charts"

export type ChartColors = {
  surface: string
  ink: string
  muted: string
  line: string
  up: string
  down: string
  accent: string
}

/** The page's colour tokens as they apply to `element` now; a canvas cannot use variables itself. */
export function readColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: token("--surface"),
    ink: token("--ink"),
    muted: token("--muted"),
    line: token("--line"),
    up: token("--kelp"),
    down: token("--coral"),
    accent: token("--accent"),
  }
}

export function chartColors(colors: ChartColors): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: colors.muted,
    },
    grid: { vertLines: { color: colors.line }, horzLines: { color: colors.line } },
    rightPriceScale: { borderColor: colors.line },
    timeScale: { borderColor: colors.line },
    crosshair: {
      vertLine: { color: colors.muted, labelBackgroundColor: colors.ink },
      horzLine: { color: colors.muted, labelBackgroundColor: colors.ink },
    },
  }
}

/** Rising candles are hollow and falling ones solid, so that colour is not the only difference. */
export function candleColors(colors: ChartColors): CandlestickSeriesPartialOptions {
  return {
    upColor: colors.surface,
    borderUpColor: colors.up,
    wickUpColor: colors.up,
    downColor: colors.down,
    borderDownColor: colors.down,
    wickDownColor: colors.down,
    priceLineColor: colors.accent,
  }
}
