import { type Column, Table } from "@/components/ui/table"
import { formatDateTime } from "@/lib/format"
import type { Bar } from "./bars"
import { formatPrice, formatVolume } from "./price-format"

const figureColumn = (
  key: "open" | "high" | "low" | "close" | "volume",
  header: string,
  format: (value: number) => string,
): Column<Bar> => ({
  key,
  header,
  align: "right",
  className: "whitespace-nowrap",
  cell: (bar) => format(bar[key]),
})

const columns: readonly Column<Bar>[] = [
  {
    key: "start",
    header: "Start",
    isRowHeader: true,
    className: "whitespace-nowrap",
    cell: ({ time }) => formatDateTime(new Date(time)),
  },
  figureColumn("open", "Open", formatPrice),
  figureColumn("high", "High", formatPrice),
  figureColumn("low", "Low", formatPrice),
  figureColumn("close", "Close", formatPrice),
  figureColumn("volume", "Volume", formatVolume),
]

/** The chart's numbers, newest first. */
export function CandleTable({ caption, bars }: { caption: string; bars: readonly Bar[] }) {
  return (
    <Table
      caption={caption}
      className="max-h-80"
      columns={columns}
      rowKey={({ time }) => `${time}`}
      rows={bars.toReversed()}
    />
  )
}
