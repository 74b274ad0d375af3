import {
  type AreaSeriesPartialOptions,
  type CandlestickSeriesPartialOptions,
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  type HistogramSeriesPartialOptions,
} from "lightweight-charts"
import { type ChartColors, withOpacity } from "./colors"

export const BAR_WIDTH = 8

/** Free bars at the right edge, so that the newest one does not touch the scale. */
export const MARGIN = 3

/** Parts of the height: the volume takes the lowest fifth, and prices end above it. */
const PRICE_MARGINS = { top: 0.08, bottom: 0.24 }
const VOLUME_MARGINS = { top: 0.82, bottom: 0 }

/** Options that never change during the chart's life. */
export const fixedOptions: DeepPartial<ChartOptions> = {
  autoSize: true,
  crosshair: { mode: CrosshairMode.Normal },
  rightPriceScale: { scaleMargins: PRICE_MARGINS },
  timeScale: {
    timeVisible: true,
    secondsVisible: false,
    barSpacing: BAR_WIDTH,
    maxBarSpacing: 3 * BAR_WIDTH,
    rightOffset: MARGIN,
  },
  // A vertical swipe or the wheel scrolls the page, not the chart.
  handleScroll: { vertTouchDrag: false, mouseWheel: false },
  handleScale: { mouseWheel: false },
}

export function chartColors(colors: ChartColors): DeepPartial<ChartOptions> {
  const label = { color: colors.muted, labelBackgroundColor: colors.ink }
  return {
    layout: {
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: colors.muted,
      // This also shows the link to TradingView that the library's licence asks for.
      attributionLogo: true,
    },
    grid: {
      vertLines: { color: withOpacity(colors.line, 0.5) },
      horzLines: { color: withOpacity(colors.line, 0.5) },
    },
    rightPriceScale: { borderColor: colors.line },
    timeScale: { borderColor: colors.line },
    crosshair: { vertLine: label, horzLine: label },
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

export function areaColors(colors: ChartColors): AreaSeriesPartialOptions {
  return {
    lineColor: colors.accent,
    lineWidth: 2,
    topColor: withOpacity(colors.accent, 0.28),
    bottomColor: withOpacity(colors.accent, 0),
    priceLineColor: colors.accent,
  }
}

export const volumeOptions: HistogramSeriesPartialOptions = {
  priceScaleId: "",
  priceFormat: { type: "volume" },
  lastValueVisible: false,
  priceLineVisible: false,
}

export const volumeScale = { scaleMargins: VOLUME_MARGINS }
