import type { PredictionType } from "@/lib/markets/constants"
import type { OpenOrder } from "@/lib/markets/orders/book-queries"
import type { OutcomeProbability } from "@/lib/markets/probability"
import type { QuotedOrder } from "@/lib/markets/purchase-quote"
import type { MarketCard } from "@/lib/markets/schema"
import { computePoolClosesAt, type PredictionStatus } from "@/lib/markets/status"

/** The facts about a market that a ticket needs before the chain has answered. */
export type TicketMarket = {
  address: string
  name: string
  kind: PredictionType
  isPrivateEvent: boolean
  isFinal: boolean
  /** When the pool closes or closed, in Unix milliseconds; null while open-ended. */
  poolClosesAt: number | null
  /** At the time of reading. */
  status: PredictionStatus
  /** In the current round. */
  proposedOutcome: number | null
  outcomes: readonly TicketOutcome[]
}

export type TicketOutcome = OutcomeProbability & {
  index: number
  name: string
  reserve: bigint
  shares: bigint
}

/** An order as a ticket uses it. */
export type TicketOrder = QuotedOrder

/** The part of a market that is sent to the browser. */
export function toTicketMarket(market: MarketCard): TicketMarket {
  const { address, name, kind, isPrivateEvent, resolvedAt, outcomes } = market
  const { status, proposedOutcome } = market
  return {
    address,
    name,
    kind,
    isPrivateEvent,
    isFinal: resolvedAt !== null,
    poolClosesAt: computePoolClosesAt(market)?.getTime() ?? null,
    status,
    proposedOutcome,
    outcomes: outcomes.map(({ index, name: option, probability, percent, reserve, shares }) => ({
      index,
      name: option,
      probability,
      percent,
      reserve,
      shares,
    })),
  }
}

/** Whether the pool is closed at `now`, in Unix milliseconds. */
export function isPoolClosed(
  { isFinal, poolClosesAt: closesAt }: Pick<TicketMarket, "isFinal" | "poolClosesAt">,
  now: number,
): boolean {
  return isFinal || (closesAt !== null && now >= closesAt)
}

/** The part of an order that is sent to the browser. */
export function toTicketOrder(order: OpenOrder): TicketOrder {
  const { orderId, seller, outcome, amount, totalAmount, price } = order
  return { orderId, seller, outcome, amount, totalAmount, price }
}
