import Link from "next/link"
import { Badge } from "@/components/ui/figures"
import { Money } from "@/components/ui/number"
import { type Column, Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import type { RecordRow } from "@/lib/agents/record/rows"
import type { RecordList } from "@/lib/agents/record/schema"
import { productLabels } from "./labels"

type Props = { caption: string; list: RecordList; rows: readonly RecordRow[] }

/** Rows behind a figure of a track record; each links to its transaction, market or round. */
export function RecordTable({ caption, list, rows }: Props) {
  return (
    <Table
      caption={caption}
      columns={columnsOf[list]}
      isInteractive={list !== "days"}
      rowKey={({ key }) => key}
      rows={rows}
    />
  )
}

const what = (header: string): Column<RecordRow> => ({
  key: "what",
  header,
  isRowHeader: true,
  cell: ({ title, href, time }) => (
    <span className="grid">
      {href ? (
        <Link
          className="line-clamp-2 max-w-44 font-medium wrap-anywhere after:absolute after:inset-0 sm:max-w-96"
          href={href}
          prefetch={false}
        >
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <span className="font-medium">{title}</span>
      )}
      {time && (
        <span className="text-muted">
          <Time time={time} />
        </span>
      )}
    </span>
  ),
})

const detail = (header: string): Column<RecordRow> => ({
  key: "detail",
  header,
  cell: (row) => <bdi>{row.detail}</bdi>,
})

const usd = (header: string): Column<RecordRow> => ({
  key: "usd",
  header,
  align: "right",
  cell: (row) => row.usd !== null && <Money value={row.usd} />,
})

const result: Column<RecordRow> = {
  key: "result",
  header: "Result",
  align: "right",
  cell: ({ isWon }) => <Badge tone={isWon ? "up" : "down"}>{isWon ? "Won" : "Lost"}</Badge>,
}

const products: Column<RecordRow> = {
  key: "products",
  header: "Products used",
  cell: (row) => row.products.map((product) => productLabels[product]).join(", "),
}

const columnsOf: Record<RecordList, Column<RecordRow>[]> = {
  trades: [what("Token"), detail("Trade"), usd("Value")],
  purchases: [what("Market"), detail("Outcome"), usd("Paid")],
  bets: [what("Round"), detail("Side"), usd("Stake")],
  markets: [what("Market"), result],
  rounds: [what("Round"), detail("Side"), usd("Stake"), result],
  days: [what("Day (UTC)"), products, { ...detail("Actions"), align: "right" }],
}
