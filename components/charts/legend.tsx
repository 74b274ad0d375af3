import { Change } from "@/components/ui/figures"
import { dateTime } from "@/lib/format"
import type { Bar } from "./bars"
import { changeOf, priceText } from "./price"

/** The prices of one bar; hidden from screen readers, which have the sentence and the table. */
export function Legend({ bar }: { bar: Bar }) {
  const prices = [
    ["O", bar.open],
    ["H", bar.high],
    ["L", bar.low],
    ["C", bar.close],
  ] as const
  return (
    <div
      aria-hidden="true"
      className="figures flex min-h-10 flex-wrap content-start items-baseline gap-x-3 text-xs text-muted"
    >
      <span>{dateTime(new Date(bar.time))}</span>
      {prices.map(([name, price]) => (
        <span key={name}>
          {name} <span className="text-ink">{priceText(price)}</span>
        </span>
      ))}
      <Change basisPoints={changeOf(bar.open, bar.close)} />
    </div>
  )
}
