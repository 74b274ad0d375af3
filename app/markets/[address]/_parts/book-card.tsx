import { Ladder } from "@/components/markets/book/ladder"
import { LazyOwnOrders } from "@/components/markets/book/lazy-own-orders"
import type { TicketOrder } from "@/components/markets/ticket/ticket-market"
import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { rankOutcomes } from "@/lib/markets/labels"
import { type MarketView, toReserves } from "@/lib/markets/schema"
import { type MarketPageState, marketHref, selectOutcome } from "./links"
import { loadTicketMarket, loadTicketOrders } from "./load"

/** The order book, the only way to sell shares before the market is resolved. */
export async function BookCard({ market, state }: { market: MarketView; state: MarketPageState }) {
  const orders = await loadTicketOrders(market.address)
  const index = selectOutcome(market, state)
  const outcome = market.outcomes[index]
  // After the resolution open orders can only be cancelled.
  if (!outcome || (market.resolvedAt && orders.length === 0)) return null
  const depth = toReserves(outcome, market)
  const ticketMarket = loadTicketMarket(market)
  const shown = orders.filter((order) => order.outcome === index)
  return (
    <div className="scroll-mt-20" id="book">
      <Card title="Order book">
        <div className="-mt-2 mb-3">
          <LinkTabs label="Outcome" tabs={createTabs({ market, state, orders, shown: index })} />
        </div>
        <Ladder depth={depth} market={ticketMarket} orders={shown} outcome={index} />
        <LazyOwnOrders depth={depth} market={ticketMarket} orders={shown} outcome={index} />
      </Card>
    </div>
  )
}

type TabsOptions = {
  market: MarketView
  state: MarketPageState
  orders: readonly TicketOrder[]
  /** The outcome whose book is shown. */
  shown: number
}

/** Two outcomes in their order; of more, the shown one and those with orders, likeliest first. */
function createTabs({ market, state, orders, shown }: TabsOptions) {
  const counts = new Map<number, number>()
  for (const { outcome } of orders) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const { address, outcomes } = market
  const listed =
    outcomes.length === 2
      ? outcomes
      : rankOutcomes(
          outcomes.filter(({ index }) => index === shown || counts.has(index)),
          shown,
        )
  return listed.map(({ index, name }) => ({
    href: `${marketHref(address, { ...state, outcome: index })}#book`,
    label: <bdi className="max-w-48 truncate">{name}</bdi>,
    isCurrent: index === shown,
    count: counts.get(index) ?? 0,
  }))
}
