import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Money } from "@/components/ui/number"
import { EmptyState } from "@/components/ui/states"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { InfoTip } from "@/components/ui/tooltip"
import { formatMoney } from "@/lib/format"
import { computeProfit, computeProfitOver } from "@/lib/portfolio/math"
import { type NetWorthPoint, netWorthRanges, type PortfolioView } from "@/lib/portfolio/schema"
import { ProfitLoss } from "./assets-table"
import { type CurvePoint, NetWorthChart } from "./net-worth-chart"
import { type Curve, curves, type PortfolioState, portfolioHref } from "./url-state"

const curveLabels: Record<Curve, string> = { worth: "Net worth", profit: "Profit" }

const rangeLabels = { "1d": "1 day", "1w": "1 week", "1m": "1 month", all: "All" } as const

const profitLabels = {
  "1d": "profit in a day",
  "1w": "profit in a week",
  "1m": "profit in a month",
  all: "profit so far",
} as const

type NetWorthCardProps = { wallet: string; view: PortfolioView; state: PortfolioState }

/** What a wallet is worth, how that came about, and its course. */
export function NetWorthCard({ wallet, view, state }: NetWorthCardProps) {
  const { points, worth } = view
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h2 className="text-sm font-medium text-muted">Net worth</h2>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Money className="font-display text-4xl font-bold tracking-tight" value={worth} />
              {points.length > 1 && (
                <span className="figures flex items-center gap-1 text-sm">
                  <ProfitLoss value={computeProfitOver(points)} />
                  <span className="text-muted">{profitLabels[state.range]}</span>
                  <InfoTip label="About the profit">
                    How much more the wallet is worth, less what was put in meanwhile.
                  </InfoTip>
                </span>
              )}
            </p>
          </div>
          <LinkTabs
            label="Range"
            tabs={netWorthRanges.map((range) => ({
              href: portfolioHref(wallet, { ...state, range }),
              label: rangeLabels[range],
              isCurrent: range === state.range,
            }))}
          />
        </div>
        {points.length < 2 ? (
          <EmptyState icon="line" title="No course yet">
            It begins with the first transaction of this wallet.
          </EmptyState>
        ) : (
          <>
            <LinkTabs
              label="Curve"
              tabs={curves.map((curve) => ({
                href: portfolioHref(wallet, { ...state, curve }),
                label: curveLabels[curve],
                isCurrent: curve === state.curve,
              }))}
            />
            <NetWorthHistory curve={state.curve} points={points} />
            <details>
              <summary className="text-link inline-flex min-h-11 items-center text-sm">
                Show as a table
              </summary>
              <PointTable points={points} />
            </details>
          </>
        )}
        <PortfolioFigures view={view} />
      </div>
    </Card>
  )
}

function NetWorthHistory({ curve, points }: { curve: Curve; points: readonly NetWorthPoint[] }) {
  if (curve === "worth") {
    const drawn = points.map(({ time, worth, contributed }) => ({
      time,
      value: worth,
      base: contributed,
    }))
    return (
      <NetWorthChart
        baseName="Put in"
        name="Worth"
        points={drawn}
        summary={summarizeHistory(drawn)}
      />
    )
  }
  const drawn = points.map((point) => ({ time: point.time, value: computeProfit(point), base: 0n }))
  return <NetWorthChart name="Profit" points={drawn} summary={summarizeHistory(drawn)} />
}

function PortfolioFigures({ view }: { view: PortfolioView }) {
  const { cash, realised, unrealised, contributed, marketWorth } = view
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-5">
      <Figure label="USDB" value={cash}>
        What is not invested.
      </Figure>
      <Figure label="In markets" value={marketWorth}>
        Shares of prediction markets at the pool’s price, and what can be redeemed. Pools do not buy
        shares back. Open bonds count in full.
      </Figure>
      <Figure label="Put in" value={contributed}>
        What came from outside less what left, valued when it moved: faucet, transfers, taxes
        earned. Trades are not counted.
      </Figure>
      <Figure isSigned label="Realised" value={realised}>
        What sales brought in, less the average cost of what was sold. Taxes are taken off.
      </Figure>
      <Figure isSigned label="Unrealised" value={unrealised}>
        What the holdings are worth now, less what they cost, taxes included. Selling a lot at once
        would bring in less.
      </Figure>
    </dl>
  )
}

type FigureProps = { label: string; value: bigint | null; isSigned?: boolean; children: string }

function Figure({ label, value, isSigned, children }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1 text-sm text-muted">
        {label}
        <InfoTip label={`About ${label.toLowerCase()}`}>{children}</InfoTip>
      </dt>
      <dd className="figures text-lg font-semibold tracking-tight">
        {isSigned || value === null ? <ProfitLoss value={value} /> : <Money value={value} />}
      </dd>
    </div>
  )
}

function PointTable({ points }: { points: readonly NetWorthPoint[] }) {
  return (
    <Table
      caption="Net worth over time"
      className="max-h-80 overflow-y-auto"
      columns={[
        {
          key: "time",
          header: "Time",
          isRowHeader: true,
          cell: ({ time }) => <Time format="dateTime" time={time} />,
        },
        {
          key: "worth",
          header: "Worth",
          align: "right",
          cell: ({ worth }) => <Money value={worth} />,
        },
        {
          key: "contributed",
          header: "Put in",
          align: "right",
          isHiddenOnPhone: true,
          cell: ({ contributed }) => <Money value={contributed} />,
        },
        {
          key: "profit",
          header: "Profit",
          align: "right",
          cell: (point) => <ProfitLoss value={computeProfit(point)} />,
        },
      ]}
      rowKey={({ time }) => time.toISOString()}
      rows={points.toReversed()}
    />
  )
}

/** The course in one sentence, for those who cannot see it. */
export function summarizeHistory(points: readonly CurvePoint[]): string {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return "Nothing is known yet."
  let [low, high] = [first.value, first.value]
  for (const { value } of points) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const day = ({ time }: CurvePoint) => time.toISOString().slice(0, 10)
  return `From ${formatMoney(first.value)} on ${day(first)} to ${formatMoney(last.value)} on ${day(last)}; highest ${formatMoney(high)}, lowest ${formatMoney(low)}.`
}
