import { MarketTicket } from "@/components/markets/ticket/market-ticket"
import { ticketMarket, ticketOrder } from "@/components/markets/ticket/ticket-market"
import type { MarketView } from "@/lib/markets/schema"
import { DecidedCard } from "./decided-card"
import type { MarketState } from "./links"
import { loadBook } from "./load"
import { shownOutcome } from "./shown-outcome"

/** The ticket with everything the index knows, so that it reads right before the chain is asked. */
export async function Ticket({ market, state }: { market: MarketView; state: MarketState }) {
  if (market.resolvedAt) return <DecidedCard market={market} />
  const orders = await loadBook(market.address)
  return (
    <MarketTicket
      market={ticketMarket(market)}
      orders={orders.map(ticketOrder)}
      outcome={shownOutcome(market, state)}
    />
  )
}
