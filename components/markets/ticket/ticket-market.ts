import type { PredictionType } from "@/lib/markets/constants"
import type { OpenOrder } from "@/lib/markets/orders/book-queries"
import {
  computeProbabilities,
  type OutcomeProbability,
  roundPercents,
} from "@/lib/markets/probability"
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

/** A market as the data of a page has it: of each outcome its name, reserve and shares. */
export type PackedMarket = Omit<TicketMarket, "outcomes"> & {
  names: readonly string[]
  /** Reserve and shares of each outcome. */
  amounts: string
}

export function packMarket({ outcomes, ...market }: TicketMarket): PackedMarket {
  return {
    ...market,
    names: outcomes.map(({ name }) => name),
    amounts: outcomes.map(({ reserve, shares }) => `${reserve} ${shares}`).join(" "),
  }
}

export function unpackMarket({ names, amounts, ...market }: PackedMarket): TicketMarket {
  const numbers = amounts.split(" ").map(BigInt)
  const reserves = names.map((_, index) => numbers[2 * index] ?? 0n)
  const parts = computeProbabilities(reserves)
  const percents = roundPercents(parts)
  const outcomes = names.map((name, index) => ({
    index,
    name,
    probability: parts[index] ?? 0,
    percent: percents[index] ?? 0,
    reserve: reserves[index] ?? 0n,
    shares: numbers[2 * index + 1] ?? 0n,
  }))
  return { ...market, outcomes }
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
