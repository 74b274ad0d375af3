import { OutcomeLink } from "@/components/markets/outcome-link"
import { roundUp } from "@/components/markets/round-up"
import { Card } from "@/components/ui/card"
import { cn } from "@/components/ui/cn"
import { Change } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { InfoTip } from "@/components/ui/tooltip"
import { formatAmount, formatCompactUsd, formatInteger } from "@/lib/format"
import { rankOutcomes } from "@/lib/markets/labels"
import { spotPrice } from "@/lib/markets/math"
import { formatChance } from "@/lib/markets/probability"
import { type MarketView, type Outcome, toReserves } from "@/lib/markets/schema"
import { isPoolOpen } from "@/lib/markets/status"
import { type MarketPageState, marketHref } from "./links"
import { loadHistory } from "./load"
import { estimateMove, formatPoints, SAMPLE_PURCHASES } from "./price-moves"
import { ShowAll } from "./show-all"

/** Outcomes shown at first. */
const SHOWN = 8

/** Probability and price of each outcome, likeliest first. A press prefills the ticket. */
export async function OutcomesCard({
  market,
  state,
}: {
  market: MarketView
  state: MarketPageState
}) {
  const { finalOutcome, outcomes } = market
  const isSelling = isPoolOpen(market, new Date())
  const dayAgo = market.resolvedAt ? undefined : (await loadHistory(market, "1d"))[0]?.values
  const ranked = outcomes.length === 2 ? outcomes : rankOutcomes(outcomes, finalOutcome)
  const shown = state.all === "outcomes" ? ranked : ranked.slice(0, SHOWN)
  const row = (outcome: Outcome) => (
    <Row
      before={dayAgo?.[outcome.index]}
      isSelling={isSelling}
      key={outcome.index}
      market={market}
      outcome={outcome}
      state={state}
    />
  )
  return (
    <Card
      aside={
        isSelling && (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            Price impact
            <InfoTip label="About price impact">
              How much a purchase of 10, 100 or 1,000 USDB from the pool raises the probability, in
              percentage points. A small impact means high liquidity.
            </InfoTip>
          </span>
        )
      }
      title="Outcomes"
    >
      <ul className="divide-y divide-line">{shown.map(row)}</ul>
      {shown.length < ranked.length && (
        <ShowAll href={marketHref(market.address, { ...state, all: "outcomes" })}>
          {`Show all ${ranked.length} outcomes`}
        </ShowAll>
      )}
    </Card>
  )
}

type RowProps = {
  market: MarketView
  outcome: Outcome
  /** The probability 24 hours ago, or at the start of a younger market; undefined once resolved. */
  before: number | undefined
  /** Whether the pool is open and sells at the price shown. */
  isSelling: boolean
  state: MarketPageState
}

function Row({ market, outcome, before, isSelling, state }: RowProps) {
  const { address, finalOutcome, resolvedAt } = market
  const { index, name, probability, shares } = outcome
  const price = spotPrice(toReserves(outcome, market))
  const isWinner = finalOutcome === index
  return (
    <li className="outcome-row">
      <div className="min-w-0">
        <p className="outcome-row-name">
          {isWinner && (
            <span className="text-kelp">
              <Icon name="done" size={18} />
              <span className="sr-only">Won: </span>
            </span>
          )}
          {resolvedAt ? (
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          ) : (
            <OutcomeLink
              aria-current={state.outcome === index ? "true" : undefined}
              className={cn("outcome-row-link", state.outcome === index && "text-accent")}
              href={`${marketHref(address, { ...state, outcome: index })}#trade`}
              market={address}
              outcome={index}
            >
              <bdi>{name}</bdi>
            </OutcomeLink>
          )}
        </p>
        <p className="figures text-sm text-muted">
          {isSelling && `${roundUp(price)} USDB a share · `}
          <span className="max-sm:hidden">{`${formatAmount(shares, 1)} shares · `}</span>
          {`${formatCompactUsd(outcome.paid)} paid in`}
        </p>
      </div>
      <p className="figures outcome-row-chance">
        <span>{formatChance(outcome)}</span>
        {before !== undefined && (
          <span className="outcome-row-day">
            <Change basisPoints={Math.trunc((probability - before) * 10_000)} inPoints /> 24 h
          </span>
        )}
      </p>
      {isSelling && (
        <p className="figures outcome-row-impact">
          {SAMPLE_PURCHASES.map((usdc) => (
            <span key={usdc}>
              {`$${formatInteger(usdc)} `}
              <span aria-hidden="true">→</span>
              <span className="sr-only">raises it by</span>
              {` +${formatPoints(estimateMove(usdc, outcome, market))} pts`}
            </span>
          ))}
        </p>
      )}
      <span aria-hidden="true" className="outcome-row-meter">
        <span style={{ width: `${Math.round(probability * 1_000) / 10}%` }} />
      </span>
    </li>
  )
}
