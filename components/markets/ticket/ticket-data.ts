import type { TicketMarket, TicketOrder } from "./ticket-market"

export type TicketData = { market: TicketMarket; orders: readonly TicketOrder[] }

/** What a ticket needs, as it travels: amounts are decimal strings. */
export type SerializedTicket = {
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

export function serializeTicket({ market, orders }: TicketData): SerializedTicket {
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

export function parseTicket({ market, orders }: SerializedTicket): TicketData {
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
export async function fetchTicket(address: string, signal?: AbortSignal): Promise<TicketData> {
  const response = await fetch(`/markets/${address}/data`, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The market answered ${response.status}`)
  const text: SerializedTicket = await response.json()
  return parseTicket(text)
}
