import { Card } from "@/components/ui/card"
import { Change } from "@/components/ui/figures"
import { Usd } from "@/components/ui/number"
import { EmptyState } from "@/components/ui/states"
import { Table } from "@/components/ui/table"
import { LinkTabs } from "@/components/ui/tabs"
import { Time } from "@/components/ui/time"
import { InfoTip } from "@/components/ui/tooltip"
import { change, usd } from "@/lib/format"
import { type PortfolioView, type WorthPoint, worthRanges } from "@/lib/portfolio/schema"
import { type PortfolioState, portfolioHref } from "./links"
import { WorthChart } from "./worth-chart"

const names = { "1d": "1 day", "1w": "1 week", "1m": "1 month", all: "All" } as const

type WorthCardProps = { wallet: string; view: PortfolioView; state: PortfolioState }

/** What a wallet is worth, how that came about, and its course. */
export function WorthCard({ wallet, view, state }: WorthCardProps) {
  const { points, worth } = view
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h2 className="text-sm font-medium text-muted">Net worth</h2>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Usd className="font-display text-4xl font-bold tracking-tight" value={worth} />
              <span className="text-sm">
                <Change basisPoints={change(points[0]?.worth ?? 0n, worth)} />{" "}
                <span className="text-muted">in {names[state.range].toLowerCase()}</span>
              </span>
            </p>
          </div>
          <LinkTabs
            label="Range"
            tabs={worthRanges.map((range) => ({
              href: portfolioHref(wallet, { ...state, range }),
              label: names[range],
              isCurrent: range === state.range,
            }))}
          />
        </div>
        {points.length < 2 ? (
          <EmptyState picture="line" title="No course yet">
            It begins with the first transaction of this wallet.
          </EmptyState>
        ) : (
          <>
            <WorthChart points={points} summary={summaryOf(points)} />
            <details>
              <summary className="text-link inline-flex min-h-11 items-center text-sm">
                Show as a table
              </summary>
              <PointTable points={points} />
            </details>
          </>
        )}
        <Results view={view} />
      </div>
    </Card>
  )
}

function Results({ view }: { view: PortfolioView }) {
  const { cash, realised, unrealised, contributed } = view
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-4">
      <Result label="USDB" value={cash}>
        What is not invested.
      </Result>
      <Result label="Put in" value={contributed}>
        What came from outside less what left, valued when it moved: faucet, transfers, taxes
        earned. Trades are not counted.
      </Result>
      <Result isSigned label="Realised" value={realised}>
        What sales brought in, less the average cost of what was sold. Taxes are taken off.
      </Result>
      <Result isSigned label="Unrealised" value={unrealised}>
        What the holdings are worth now, less what they cost, taxes included. Selling a lot at once
        would bring in less.
      </Result>
    </dl>
  )
}

type ResultProps = { label: string; value: bigint | null; isSigned?: boolean; children: string }

function Result({ label, value, isSigned, children }: ResultProps) {
  const tone = !isSigned || !value ? "" : value > 0n ? "text-kelp" : "text-coral"
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1 text-sm text-muted">
        {label}
        <InfoTip label={`About ${label.toLowerCase()}`}>{children}</InfoTip>
      </dt>
      <dd className={`figures text-lg font-semibold tracking-tight ${tone}`}>
        {value === null ? "–" : <Signed isSigned={isSigned ?? false} value={value} />}
      </dd>
    </div>
  )
}

function Signed({ value, isSigned }: { value: bigint; isSigned: boolean }) {
  if (!isSigned || value === 0n) return <Usd value={value} />
  return (
    <>
      {value > 0n ? "+" : "−"}
      <Usd value={value > 0n ? value : -value} />
    </>
  )
}

function PointTable({ points }: { points: readonly WorthPoint[] }) {
  return (
    <Table
      caption="Net worth over time"
      className="max-h-80 overflow-y-auto"
      columns={[
        {
          key: "time",
          header: "Time",
          isRowHeader: true,
          cell: ({ time }) => <Time look="dateTime" time={time} />,
        },
        {
          key: "worth",
          header: "Worth",
          align: "right",
          cell: ({ worth }) => <Usd value={worth} />,
        },
        {
          key: "contributed",
          header: "Put in",
          align: "right",
          cell: ({ contributed }) => <Usd value={contributed} />,
        },
      ]}
      rowKey={({ time }) => time.toISOString()}
      rows={points.toReversed()}
    />
  )
}

/** The course in one sentence, for those who cannot see it. */
export function summaryOf(points: readonly WorthPoint[]): string {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return "Nothing is known yet."
  const worths = points.map(({ worth }) => worth).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [low = 0n, high = 0n] = [worths[0], worths.at(-1)]
  const day = ({ time }: WorthPoint) => time.toISOString().slice(0, 10)
  return `From ${usd(first.worth)} on ${day(first)} to ${usd(last.worth)} on ${day(last)}; highest ${usd(high)}, lowest ${usd(low)}.`
}
