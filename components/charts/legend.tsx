import { Change } from "@/components/ui/figures"
import { formatDateTime } from "@/lib/format"
import type { Bar } from "./bars"
import { formatPrice, formatVolume, measureChange } from "./price-format"

/** The figures of one bar; hidden from screen readers, which have the sentence and the table. */
export function Legend({ bar }: { bar: Bar }) {
  const figures = [
    ["O", formatPrice(bar.open)],
    ["H", formatPrice(bar.high)],
    ["L", formatPrice(bar.low)],
    ["C", formatPrice(bar.close)],
    ["V", formatVolume(bar.volume)],
  ] as const
  return (
    <div
      aria-hidden="true"
      className="figures flex min-h-12 flex-wrap content-start items-baseline gap-x-3 text-xs text-muted sm:min-h-6"
    >
      <span>{formatDateTime(new Date(bar.time))}</span>
      {figures.map(([name, text]) => (
        <span key={name}>
          {name} <span className="text-ink">{text}</span>
        </span>
      ))}
      <Change basisPoints={measureChange(bar.open, bar.close)} />
    </div>
  )
}
