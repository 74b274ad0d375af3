import type { MarketCard } from "@/lib/markets/schema"
import type { ValuationInputs } from "./math"

/** Input of `valueShares` from the indexed state of a market. */
export function toValuationInputs(market: MarketCard, outcome: number): ValuationInputs {
  const { outcomes, paidIn, finalOutcome, resolvedAt, invalidatedAt } = market
  const of = outcomes[outcome]
  return {
    reserve: of?.reserve ?? 0n,
    total: outcomes.reduce((sum, { reserve }) => sum + reserve, 0n),
    circulating: of?.shares ?? 0n,
    paidIn,
    hasWon: resolvedAt === null ? null : finalOutcome === outcome,
    isRefunding: invalidatedAt !== null,
  }
}
