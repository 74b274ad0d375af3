import { INVALID_OUTCOME } from "@/lib/markets/constants"
import { statusLabels, toOutcomeName } from "@/lib/markets/labels"
import { isPoolClosed, type TicketMarket } from "./ticket-market"

type MarketPhase = {
  title: string
  /** Name of the proposed outcome. */
  proposed: string | null
  text: string
}

/** The state of the resolution for a buyer; null while the pool is open and once the outcome is final. */
export function describePhase(
  market: TicketMarket,
  outcome: number,
  now: number,
): MarketPhase | null {
  const { status, kind, outcomes, proposedOutcome } = market
  if (status === "resolved" || status === "invalidated" || market.isFinal) return null
  if (!isPoolClosed(market, now)) return null
  const isProposed = status === "proposed" || status === "proposed_closed"
  if (kind === "public" && isProposed && proposedOutcome !== null) {
    const names = outcomes.map(({ name }) => name)
    return {
      title: "Outcome proposed",
      proposed: toOutcomeName(names, proposedOutcome),
      text: `${disputeTexts[status]} ${describeIfFinal(proposedOutcome, outcome)}`,
    }
  }
  if (status === "active" || status === "awaiting_proposal") {
    return { title: "Pool closed", proposed: null, text: "The result may already be known." }
  }
  const text = `${statusLabels[status].meaning} If another outcome wins, these shares pay nothing.`
  return { title: "In resolution", proposed: null, text }
}

const disputeTexts = {
  proposed: "It can still be disputed.",
  proposed_closed: "It can no longer be disputed.",
} as const

function describeIfFinal(proposed: number, outcome: number) {
  if (proposed === outcome) return "If it is finalized, these shares win."
  return proposed === INVALID_OUTCOME
    ? "If it is finalized, all stakes are refunded."
    : "If it is finalized, these shares pay nothing."
}
