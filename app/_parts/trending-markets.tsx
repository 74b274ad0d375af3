import { MarketCard } from "@/components/markets/market-card"
import { EmptyState } from "@/components/ui/states"
import type { MarketCard as MarketSummary } from "@/lib/markets/schema"
import { SectionHeader } from "./section-header"

/** The open markets with the highest volume today. */
export function TrendingMarkets({ markets }: { markets: readonly MarketSummary[] }) {
  return (
    <section aria-labelledby="markets" className="min-w-0">
      <SectionHeader href="/markets" id="markets" title="Markets" />
      {markets.length === 0 ? (
        <EmptyState icon="markets" title="No open markets">
          Markets that can be traded appear here.
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {markets.map((market) => (
            <li className="grid min-w-0" key={market.address}>
              <MarketCard market={market} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
