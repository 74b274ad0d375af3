import { type ApiAnswer, callApi } from "@/lib/api/client"
import type { TicketMarket, TicketOrder } from "./ticket-market"

export type TicketData = { market: TicketMarket; orders: readonly TicketOrder[] }

/** The answer of the ticket route, with amounts as decimal strings. */
type TicketAnswer = ApiAnswer<"GET /api/internal/markets/[address]/ticket">

export function parseTicket({ market, orders }: Omit<TicketAnswer, "held">): TicketData {
  return {
    market: {
      ...market,
      outcomes: market.outcomes.map((outcome) => ({
        ...outcome,
        reserve: BigInt(outcome.reserve),
        shares: BigInt(outcome.shares),
      })),
    },
    orders: orders.map((order) => ({
      ...order,
      amount: BigInt(order.amount),
      totalAmount: BigInt(order.totalAmount),
      price: BigInt(order.price),
    })),
  }
}

export async function fetchTicket(address: string, signal?: AbortSignal): Promise<TicketData> {
  const input = { params: { address }, query: {} }
  return parseTicket(
    await callApi("GET /api/internal/markets/[address]/ticket", input, signal && { signal }),
  )
}
