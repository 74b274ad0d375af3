import { dateTime, percent } from "@/lib/format"
import { type Bar, spanOf } from "./bars"
import { changeOf, priceText, volumeText } from "./price"

/** The chart as a sentence. */
export function summaryOf(bars: readonly Bar[], quote: string): string {
  const span = spanOf(bars)
  if (!span) return "There is no price yet."
  const { first, last, high, low, volume } = span
  const change = changeOf(first.open, last.close) ?? 0
  const course =
    change === 0
      ? "ended where it began"
      : `${change > 0 ? "rose" : "fell"} by ${percent(Math.abs(change))}`
  return (
    `From ${dateTime(new Date(first.time))} to ${dateTime(new Date(last.time))} the price ${course}: ` +
    `from ${priceText(first.open)} to ${priceText(last.close)} ${quote}, ` +
    `at most ${priceText(high)}, at least ${priceText(low)} ${quote}. Traded for ${volumeText(volume)}.`
  )
}
