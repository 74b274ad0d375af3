import { Ladder } from "@/components/markets/book/ladder"
import { OwnBook } from "@/components/markets/book/own-book-island"
import { ticketMarket, ticketOrder } from "@/components/markets/ticket/ticket-market"
import { Card } from "@/components/ui/card"
import type { MarketView } from "@/lib/markets/schema"
import type { MarketState } from "./links"
import { loadBook } from "./load"
import { shownOutcome } from "./shown-outcome"

/** Shares for sale by their holders: the only way out of a position before the market is decided. */
export async function BookCard({ market, state }: { market: MarketView; state: MarketState }) {
  const orders = await loadBook(market.address)
  const index = shownOutcome(market, state)
  const outcome = market.outcomes[index]
  if (!outcome) return null
  const total = market.outcomes.reduce((sum, { reserve }) => sum + reserve, 0n)
  const depth = { reserve: outcome.reserve, total }
  const shown = orders.filter((order) => order.outcome === index).map(ticketOrder)
  return (
    <Card
      aside={
        <span className="min-w-0 truncate text-sm text-muted">
          <bdi>{outcome.name}</bdi>
        </span>
      }
      title="Order book"
    >
      <Ladder
        depth={depth}
        isFinal={market.resolvedAt !== null}
        market={market.address}
        orders={shown}
        outcome={index}
      />
      <OwnBook depth={depth} market={ticketMarket(market)} orders={shown} outcome={index} />
    </Card>
  )
}
