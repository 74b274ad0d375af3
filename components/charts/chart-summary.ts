import { formatDateTime, formatPercent } from "@/lib/format"
import { type Bar, measureRange } from "./bars"
import { formatPrice, formatVolume, measureChange } from "./price-format"

/** The chart as a sentence. */
export function describeChart(bars: readonly Bar[], quote: string): string {
  const span = measureRange(bars)
  if (!span) return "No price yet."
  const { first, last, high, low, volume } = span
  const change = measureChange(first.open, last.close) ?? 0
  const movement =
    change === 0
      ? "was unchanged"
      : `${change > 0 ? "rose" : "fell"} by ${formatPercent(Math.abs(change))}`
  return (
    `From ${formatDateTime(new Date(first.time))} to ${formatDateTime(new Date(last.time))} the price ${movement}: ` +
    `from ${formatPrice(first.open)} to ${formatPrice(last.close)} ${quote}, ` +
    `at most ${formatPrice(high)}, at least ${formatPrice(low)} ${quote}. Traded for ${formatVolume(volume)}.`
  )
}
