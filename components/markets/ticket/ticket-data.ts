import type { TicketMarket, TicketOrder } from "./ticket-market"

export type TicketData = { market: TicketMarket; orders: readonly TicketOrder[] }

/** What a ticket needs, as it travels: amounts are decimal strings. */
export type TicketText = {
  market: Omit<TicketMarket, "outcomes"> & {
    outcomes: {
      index: number
      name: string
      probability: number
      percent: number
      reserve: string
      shares: string
    }[]
  }
  orders: {
    orderId: number
    seller: string
    outcome: number
    amount: string
    totalAmount: string
    price: string
  }[]
}

export function ticketText({ market, orders }: TicketData): TicketText {
  return {
    market: {
      ...market,
      outcomes: market.outcomes.map((outcome) => ({
        ...outcome,
        reserve: `${outcome.reserve}`,
        shares: `${outcome.shares}`,
      })),
    },
    orders: orders.map(({ orderId, seller, outcome, ...order }) => ({
      ...{ orderId, seller, outcome },
      amount: `${order.amount}`,
      totalAmount: `${order.totalAmount}`,
      price: `${order.price}`,
    })),
  }
}

export function ticketData({ market, orders }: TicketText): TicketData {
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

/** Asks the service for what a ticket needs. */
export async function askTicket(address: string, signal?: AbortSignal): Promise<TicketData> {
  const response = await fetch(`/markets/${address}/data`, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The market answered ${response.status}`)
  const text: TicketText = await response.json()
  return ticketData(text)
}
