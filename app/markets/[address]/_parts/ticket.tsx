import { MarketTicket } from "@/components/markets/ticket/market-ticket"
import type { MarketView } from "@/lib/markets/schema"
import { type MarketPageState, selectOutcome } from "./links"
import { loadTicketMarket, loadTicketOrders } from "./load"
import { ResolvedCard } from "./resolved-card"

/** The ticket with indexed values, which on-chain ones replace. */
export async function Ticket({ market, state }: { market: MarketView; state: MarketPageState }) {
  if (market.resolvedAt) return <ResolvedCard market={market} />
  const orders = await loadTicketOrders(market.address)
  return (
    <MarketTicket
      market={loadTicketMarket(market)}
      orders={orders}
      outcome={selectOutcome(market, state)}
    />
  )
}
