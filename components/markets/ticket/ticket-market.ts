import type { OpenOrder } from "@/lib/markets/book/queries"
import type { PredictionType } from "@/lib/markets/kinds"
import type { MarketCard } from "@/lib/markets/schema"
import type { PredictionStatus } from "@/lib/markets/status"

/** What a ticket has to know of a market before the chain is asked. */
export type TicketMarket = {
  address: string
  name: string
  kind: PredictionType
  isPrivateEvent: boolean
  isFinal: boolean
  /** When it was read. */
  status: PredictionStatus
  /** What the running round's proposal names. */
  proposedOutcome: number | null
  outcomes: readonly TicketOutcome[]
}

export type TicketOutcome = {
  index: number
  name: string
  probability: number
  reserve: bigint
  shares: bigint
}

/** An order as a ticket uses it. */
export type TicketOrder = Pick<
  OpenOrder,
  "orderId" | "seller" | "outcome" | "amount" | "totalAmount" | "price"
>

/** The part of a market that a browser needs; nothing more is sent to it. */
export function ticketMarket(market: MarketCard): TicketMarket {
  const { address, name, kind, isPrivateEvent, resolvedAt, outcomes } = market
  const { status, proposedOutcome } = market
  return {
    address,
    name,
    kind,
    isPrivateEvent,
    isFinal: resolvedAt !== null,
    status,
    proposedOutcome,
    outcomes: outcomes.map(({ index, name: option, probability, reserve, shares }) => ({
      index,
      name: option,
      probability,
      reserve,
      shares,
    })),
  }
}

/** The part of an order that a browser needs. */
export function ticketOrder(order: OpenOrder): TicketOrder {
  const { orderId, seller, outcome, amount, totalAmount, price } = order
  return { orderId, seller, outcome, amount, totalAmount, price }
}
