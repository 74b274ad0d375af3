import { INVALID_OUTCOME } from "@/lib/markets/constants"
import { statusLabels, toOutcomeName } from "@/lib/markets/labels"
import { isPoolClosed, type TicketMarket } from "./ticket-market"

type MarketPhase = {
  title: string
  /** When the pool stopped selling, Unix milliseconds. */
  closedAt: number | null
  /** The proposed outcome's name, where one is. */
  proposed: string | null
  text: string
}

/** What a buyer of an outcome should know once the pool has closed; null while it sells and when all is over. */
export function describePhase(
  market: TicketMarket,
  outcome: number,
  now: number,
): MarketPhase | null {
  const { status, kind, outcomes, proposedOutcome, poolClosesAt: closedAt } = market
  if (status === "resolved" || status === "invalidated" || market.isFinal) return null
  if (!isPoolClosed(market, now)) return null
  const isProposed = status === "proposed" || status === "proposed_closed"
  if (kind === "public" && isProposed && proposedOutcome !== null) {
    const names = outcomes.map(({ name }) => name)
    return {
      title: "An outcome is proposed",
      closedAt,
      proposed: toOutcomeName(names, proposedOutcome),
      text: `${disputeTexts[status]} ${describeIfFinal(proposedOutcome, outcome)}`,
    }
  }
  if (status === "active" || status === "awaiting_proposal") {
    return {
      title: "The pool has closed",
      closedAt,
      proposed: null,
      text: "What happened may be known already.",
    }
  }
  return {
    title: "In resolution",
    closedAt,
    proposed: null,
    text: `${statusLabels[status].meaning} If another outcome wins, these shares pay nothing.`,
  }
}

const disputeTexts = {
  proposed: "It can still be disputed.",
  proposed_closed: "It can no longer be disputed.",
} as const

function describeIfFinal(proposed: number, outcome: number) {
  if (proposed === outcome) return "These shares win if it becomes final."
  return proposed === INVALID_OUTCOME
    ? "If it becomes final, everybody takes their stake back."
    : "These shares pay nothing if it becomes final."
}
