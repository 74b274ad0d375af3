import { Card } from "@/components/ui/card"
import { cn } from "@/components/ui/cn"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Money } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { EmptyState } from "@/components/ui/states"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { InfoTip } from "@/components/ui/tooltip"
import { formatMoney } from "@/lib/format"
import { computeProfit, computeProfitOver } from "@/lib/portfolio/math"
import { type NetWorthPoint, netWorthRanges, type PortfolioView } from "@/lib/portfolio/schema"
import { type CurvePoint, NetWorthChart } from "./net-worth-chart"
import { type Curve, curves, type PortfolioState, portfolioHref } from "./url-state"

const curveLabels: Record<Curve, string> = { worth: "Net worth", profit: "Profit" }

const rangeLabels = { "1d": "1 day", "1w": "1 week", "1m": "1 month", all: "All" } as const

const profitLabels = {
  "1d": "profit, 1 day",
  "1w": "profit, 1 week",
  "1m": "profit, 1 month",
  all: "profit, all time",
} as const

type NetWorthCardProps = { wallet: string; view: PortfolioView; state: PortfolioState }

/** A wallet's net worth with its history and composition. */
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
                    Change of the net worth minus net deposits in the period.
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
          <EmptyState icon="line" title="No history yet">
            It starts with this wallet’s first transaction.
          </EmptyState>
        ) : (
          <>
            <LinkTabs
              label="Chart"
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
        baseName="Net deposits"
        name="Net worth"
        points={drawn}
        summary={summarizeHistory(drawn)}
      />
    )
  }
  const drawn = points.map((point) => ({ time: point.time, value: computeProfit(point), base: 0n }))
  return <NetWorthChart name="Profit" points={drawn} summary={summarizeHistory(drawn)} />
}

function PortfolioFigures({ view }: { view: PortfolioView }) {
  const { cash, debt, realised, unrealised, contributed, marketWorth, roundWorth } = view
  const extra = [debt, roundWorth].filter((value) => value > 0n).length
  return (
    <dl
      className={cn(
        "grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4",
        ["sm:grid-cols-5", "sm:grid-cols-3 lg:grid-cols-6", "sm:grid-cols-4 lg:grid-cols-7"][extra],
      )}
    >
      <Figure label="USDB" value={cash}>
        USDB that is not invested.
      </Figure>
      <Figure label="In markets" value={marketWorth}>
        Outcome shares at the pool’s price, redeemable payouts and open bonds. Pools do not buy
        shares back.
      </Figure>
      {roundWorth > 0n && (
        <Figure label="In rounds" value={roundWorth}>
          Stakes of open bets on prices, and payouts and refunds that are not collected.
        </Figure>
      )}
      {debt > 0n && (
        <Figure label="Debts" value={debt}>
          What loans and leverage positions take to repay. The net worth is without it; their
          collateral counts in full.
        </Figure>
      )}
      <Figure label="Net deposits" value={contributed}>
        Incoming minus outgoing value at the time: faucet, transfers, earned tax and tokens vested
        for this wallet. Trades and loans do not count.
      </Figure>
      <Figure isSigned label="Realised" value={realised}>
        Proceeds of sales minus the average cost of what was sold, after tax and fees of loans, and
        results of decided rounds.
      </Figure>
      <Figure isSigned label="Unrealised" value={unrealised}>
        Value of the holdings minus their cost, including tax. Selling a large amount at once
        returns less.
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
          header: "Net worth",
          align: "right",
          cell: ({ worth }) => <Money value={worth} />,
        },
        {
          key: "contributed",
          header: "Net deposits",
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

/** The chart in one sentence, for screen readers. */
function summarizeHistory(points: readonly CurvePoint[]): string {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return "No history yet."
  let [low, high] = [first.value, first.value]
  for (const { value } of points) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const day = ({ time }: CurvePoint) => time.toISOString().slice(0, 10)
  return `From ${formatMoney(first.value)} on ${day(first)} to ${formatMoney(last.value)} on ${day(last)}; highest ${formatMoney(high)}, lowest ${formatMoney(low)}.`
}
