import Link from "next/link"
import { Table } from "@/components/ui/table"
import type { ClosedMarket } from "@/lib/portfolio/schema"
import { resultColumns } from "./assets-table"

/** Markets in which all shares were sold, redeemed or lost. */
export function ClosedMarketsTable({ markets }: { markets: readonly ClosedMarket[] }) {
  if (markets.length === 0) return null
  return (
    <Table
      caption="Closed positions in prediction markets"
      columns={[
        {
          key: "market",
          header: "Market",
          isRowHeader: true,
          cell: ({ market: { address, name } }) => (
            <Link
              className="line-clamp-2 max-w-44 font-medium wrap-anywhere after:absolute after:inset-0 sm:max-w-80"
              href={`/markets/${address}`}
              prefetch={false}
            >
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        ...resultColumns,
      ]}
      isInteractive
      rowKey={({ market }) => market.address}
      rows={markets}
    />
  )
}
