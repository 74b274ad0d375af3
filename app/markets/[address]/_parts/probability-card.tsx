import Link from "next/link"
import { createMarkers } from "@/components/markets/chart-markers"
import { getOutcomeColor } from "@/components/markets/outcome-colors"
import { ProbabilityChart } from "@/components/markets/probability-chart"
import { Card } from "@/components/ui/card"
import { cn } from "@/components/ui/cn"
import { Change } from "@/components/ui/figures"
import { formatDateTime } from "@/lib/format"
import { historyRanges } from "@/lib/markets/history-queries"
import { rankOutcomes } from "@/lib/markets/labels"
import { formatChance, formatChances } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"
import { isPoolOpen } from "@/lib/markets/status"
import { type MarketPageState, marketHref, selectOutcome } from "./links"
import { loadHistory, loadResolutionEvents, loadSharePayout } from "./load"
import { describePool, estimateMove } from "./price-moves"

/** More lines are hard to distinguish. */
const MAX_LINES = 6

const TABLE_ROWS = 24

const rangeLabels = { "6h": "6H", "1d": "1D", "1w": "1W", "1m": "1M", all: "All" } as const

/** The probability history as a chart and as a table. */
export async function ProbabilityCard({
  market,
  state,
}: {
  market: MarketView
  state: MarketPageState
}) {
  const [points, events, headline] = await Promise.all([
    loadHistory(market, state.range),
    loadResolutionEvents(market.address),
    createHeadline(market, state),
  ])
  const drawn = selectOutcomes(market, state)
  const step = Math.ceil(points.length / TABLE_ROWS)
  const tableRows = points
    .filter((_, place) => place % step === 0 || place === points.length - 1)
    .map(({ time, values }) => ({ time, shown: formatChances(values) }))
  return (
    <Card
      aside={
        <nav aria-label="Range" className="flex rounded-control bg-sunken p-0.5">
          {historyRanges.map((range) => (
            <Link
              aria-current={range === state.range ? "true" : undefined}
              className={cn(
                "figures flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-sm font-medium",
                range === state.range ? "choice-current" : "text-muted hover:text-ink",
              )}
              href={marketHref(market.address, { ...state, range })}
              key={range}
              prefetch={false}
              scroll={false}
            >
              {rangeLabels[range]}
            </Link>
          ))}
        </nav>
      }
      title="Probability"
    >
      <div className="mb-3 grid gap-1">{headline}</div>
      <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {drawn.map((outcome, place) => (
          <li className="flex min-w-0 items-center gap-2" key={outcome.index}>
            <span
              aria-hidden="true"
              className="h-0.75 w-4 shrink-0 rounded-full"
              style={{ background: getOutcomeColor(place) }}
            />
            <bdi className="max-w-48 truncate">{outcome.name}</bdi>
            <span className="figures font-semibold">{formatChance(outcome)}</span>
          </li>
        ))}
      </ul>
      <ProbabilityChart markers={createMarkers(market, events)} outcomes={drawn} points={points} />
      <details className="mt-2">
        <summary className="text-link inline-flex min-h-11 items-center text-sm">
          Show as table
        </summary>
        <div className="overflow-x-auto">
          <table className="figures probability-table">
            <caption className="sr-only">Probabilities of the outcomes over time</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {drawn.map(({ index, name }) => (
                  <th key={index} scope="col">
                    <bdi>{name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tableRows.map(({ time, shown }) => (
                <tr key={time}>
                  <th scope="row">{formatDateTime(new Date(time))}</th>
                  {drawn.map(({ index }) => (
                    <td key={index}>{shown[index]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  )
}

/** The selected outcome and the likeliest others; two outcomes keep their order. */
function selectOutcomes({ outcomes }: MarketView, { outcome: chosen }: MarketPageState) {
  return outcomes.length === 2 ? outcomes : rankOutcomes(outcomes, chosen).slice(0, MAX_LINES)
}

/** Probability of the selected outcome, or of the winner before the resolution. */
async function createHeadline(market: MarketView, state: MarketPageState) {
  const { finalOutcome, outcomes, resolvedAt } = market
  const outcome = outcomes[finalOutcome ?? -1] ?? outcomes[selectOutcome(market, state)]
  if (!outcome) return null
  const { index, name, probability } = outcome
  const before = resolvedAt ? undefined : (await loadHistory(market, "1d"))[0]?.values[index]
  const paid = await loadSharePayout(market, outcome)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="figures chance-large">{formatChance(outcome)}</span>
        <span className="min-w-0 wrap-anywhere text-muted">
          chance of <bdi className="font-medium text-ink">{name}</bdi>
          {resolvedAt && " at resolution"}
        </span>
        {before !== undefined && (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            <Change basisPoints={Math.trunc((probability - before) * 10_000)} inPoints /> in 24 h
          </span>
        )}
      </p>
      {isPoolOpen(market, new Date()) && (
        <p className="figures text-sm text-muted">
          {describePool(estimateMove(100, outcome, market), paid)}
        </p>
      )}
    </>
  )
}
