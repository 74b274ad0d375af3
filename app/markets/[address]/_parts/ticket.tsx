import { MarketTicket } from "@/components/markets/ticket/market-ticket"
import { toTicketMarket, toTicketOrder } from "@/components/markets/ticket/ticket-market"
import type { MarketView } from "@/lib/markets/schema"
import type { MarketPageState } from "./links"
import { loadBook } from "./load"
import { ResolvedCard } from "./resolved-card"
import { selectOutcome } from "./select-outcome"

/** The ticket with the indexed values, shown until the chain has answered. */
export async function Ticket({ market, state }: { market: MarketView; state: MarketPageState }) {
  if (market.resolvedAt) return <ResolvedCard market={market} />
  const orders = await loadBook(market.address)
  return (
    <MarketTicket
      market={toTicketMarket(market)}
      orders={orders.map(toTicketOrder)}
      outcome={selectOutcome(market, state)}
    />
  )
}
