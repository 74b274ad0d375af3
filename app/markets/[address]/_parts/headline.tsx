import { Change } from "@/components/ui/figures"
import { formatChance } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"
import { isPoolOpen } from "@/lib/markets/status"

import { type MarketPageState, selectOutcome } from "./links"
import { loadHistory, loadSharePayout } from "./load"
import { describePool, estimateMove } from "./price-moves"

/** Probability of the selected outcome, or of the winner before the resolution. */
export async function Headline({ market, state }: { market: MarketView; state: MarketPageState }) {
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
