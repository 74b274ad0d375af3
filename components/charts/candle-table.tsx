import { formatDateTime } from "@/lib/format"
import type { Bar } from "./bars"
import { formatPrice, formatVolume } from "./price-format"

type CandleTableProps = { caption: string; bars: readonly Bar[] }

/** The chart's numbers, newest first. */
export function CandleTable({ caption, bars }: CandleTableProps) {
  return (
    <section
      aria-label={caption}
      className="max-h-80 overflow-auto rounded-control border border-line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="figures w-full text-right text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            <th className="px-3 py-2 text-left font-medium" scope="col">
              Start
            </th>
            {["Open", "High", "Low", "Close", "Volume"].map((name) => (
              <th className="px-3 py-2 font-medium" key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr className="border-t" key={bar.time}>
              <th className="px-3 py-1.5 text-left font-normal whitespace-nowrap" scope="row">
                {formatDateTime(new Date(bar.time))}
              </th>
              {[bar.open, bar.high, bar.low, bar.close].map((price, index) => (
                <td className="px-3 py-1.5" key={["open", "high", "low", "close"][index]}>
                  {formatPrice(price)}
                </td>
              ))}
              <td className="px-3 py-1.5">{formatVolume(bar.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
