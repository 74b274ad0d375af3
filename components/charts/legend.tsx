import { Change } from "@/components/ui/figures"
import { dateTime } from "@/lib/format"
import type { Bar } from "./bars"
import { changeOf, priceText, volumeText } from "./price"

/** The figures of one bar; hidden from screen readers, which have the sentence and the table. */
export function Legend({ bar }: { bar: Bar }) {
  const figures = [
    ["O", priceText(bar.open)],
    ["H", priceText(bar.high)],
    ["L", priceText(bar.low)],
    ["C", priceText(bar.close)],
    ["V", volumeText(bar.volume)],
  ] as const
  return (
    <div
      aria-hidden="true"
      className="figures flex min-h-12 flex-wrap content-start items-baseline gap-x-3 text-xs text-muted sm:min-h-6"
    >
      <span>{dateTime(new Date(bar.time))}</span>
      {figures.map(([name, text]) => (
        <span key={name}>
          {name} <span className="text-ink">{text}</span>
        </span>
      ))}
      <Change basisPoints={changeOf(bar.open, bar.close)} />
    </div>
  )
}
