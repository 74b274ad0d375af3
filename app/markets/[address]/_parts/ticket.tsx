import { MarketTicket } from "@/components/markets/ticket/market-ticket"
import { toTicketMarket, toTicketOrder } from "@/components/markets/ticket/ticket-market"
import type { MarketView } from "@/lib/markets/schema"
import { type MarketPageState, selectOutcome } from "./links"
import { loadBook } from "./load"
import { ResolvedCard } from "./resolved-card"

/** The ticket with indexed values, which on-chain ones replace. */
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
