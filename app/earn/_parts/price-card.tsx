import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { EmptyState } from "@/components/ui/states"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { SharePriceChart } from "@/components/vault/share-price-chart"
import { formatAmount, formatDateTime } from "@/lib/format"
import { type PriceRange, priceRanges } from "@/lib/vault/history-queries"
import { growthPercent, type SharePricePoint } from "@/lib/vault/price-history"

const rangeLabels: Record<PriceRange, string> = {
  "1d": "1 day",
  "1w": "1 week",
  "1m": "1 month",
  all: "All",
}

export const DEFAULT_RANGE: PriceRange = "1m"

const rangeHref = (range: PriceRange) =>
  range === DEFAULT_RANGE ? "/earn" : `/earn?range=${range}`

const TABLE_ROWS = 24

type Props = { points: readonly SharePricePoint[]; range: PriceRange }

/** The share price as a chart and as a table. */
export function PriceCard({ points, range }: Props) {
  return (
    <Card title="Share price">
      <div className="grid grid-cols-1 gap-4">
        <LinkTabs
          label="Range"
          tabs={priceRanges.map((each) => ({
            href: rangeHref(each),
            label: rangeLabels[each],
            isCurrent: each === range,
          }))}
        />
        {points.length < 2 ? (
          <EmptyState icon="line" title="No history yet">
            It starts with the first wTIDE. The first share costs 1 TIDE.
          </EmptyState>
        ) : (
          <>
            <SharePriceChart
              points={points.map(({ time, price }) => ({ time: +time, price: `${price}` }))}
              summary={summarizePrices(points)}
            />
            <details>
              <summary className="text-link inline-flex min-h-11 items-center text-sm">
                Show as a table
              </summary>
              <PriceTable points={points} />
            </details>
          </>
        )}
        <p className="text-sm text-muted">
          TIDE that one wTIDE can be unwrapped for. It never falls: the vault only adds TIDE. A
          purchase is released over the 24 hours after it.
        </p>
      </div>
    </Card>
  )
}

function PriceTable({ points }: { points: readonly SharePricePoint[] }) {
  const step = Math.ceil(points.length / TABLE_ROWS)
  const rows = points.filter((_, index) => (points.length - 1 - index) % step === 0)
  return (
    <Table
      caption="Share price over time"
      className="max-h-80 overflow-y-auto"
      columns={[
        {
          key: "time",
          header: "Time",
          isRowHeader: true,
          cell: ({ time }) => <Time format="dateTime" time={time} />,
        },
        {
          key: "price",
          header: "TIDE per wTIDE",
          align: "right",
          cell: ({ price }) => formatAmount(price, 8),
        },
      ]}
      rowKey={({ time }) => time.toISOString()}
      rows={rows.toReversed()}
    />
  )
}

/** The chart in one sentence, for screen readers. */
export function summarizePrices(points: readonly SharePricePoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return "No history yet."
  const grown = formatAmount(growthPercent(first.price, last.price))
  return `From ${formatAmount(first.price, 8)} TIDE on ${formatDateTime(first.time)} to ${formatAmount(last.price, 8)} TIDE on ${formatDateTime(last.time)}: ${grown}% more.`
}
