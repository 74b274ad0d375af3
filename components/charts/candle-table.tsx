import { type Column, Table } from "@/components/ui/table"
import { formatDateTime } from "@/lib/format"
import type { Bar } from "./bars"
import { formatPrice, formatVolume } from "./price-format"

const columns: readonly Column<Bar>[] = [
  {
    key: "start",
    header: "Start",
    isRowHeader: true,
    className: "whitespace-nowrap",
    cell: ({ time }) => formatDateTime(new Date(time)),
  },
  { key: "open", header: "Open", align: "right", cell: ({ open }) => formatPrice(open) },
  { key: "high", header: "High", align: "right", cell: ({ high }) => formatPrice(high) },
  { key: "low", header: "Low", align: "right", cell: ({ low }) => formatPrice(low) },
  { key: "close", header: "Close", align: "right", cell: ({ close }) => formatPrice(close) },
  { key: "volume", header: "Volume", align: "right", cell: ({ volume }) => formatVolume(volume) },
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
