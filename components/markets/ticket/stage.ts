import { INVALID } from "@/lib/markets/kinds"
import { outcomeName, statusWords } from "@/lib/markets/words"
import type { TicketMarket } from "./ticket-market"

type Stage = {
  title: string
  /** The proposed outcome's name, where one is. */
  proposed: string | null
  text: string
}

/** What a buyer of an outcome should know once the market is no longer simply open; null while it is. */
export function stageOf(
  { status, kind, outcomes, proposedOutcome }: TicketMarket,
  outcome: number,
): Stage | null {
  if (status === "active" || status === "resolved" || status === "invalidated") return null
  if (status === "awaiting_proposal") {
    return {
      title: "This market has ended",
      proposed: null,
      text: "What happened may be known already. Shares can be bought until the outcome is final.",
    }
  }
  const isProposed = status === "proposed" || status === "proposed_closed"
  if (kind === "public" && isProposed && proposedOutcome !== null) {
    const names = outcomes.map(({ name }) => name)
    return {
      title: "An outcome is proposed",
      proposed: outcomeName(names, proposedOutcome),
      text: `${isSettled[status]} ${ifFinal(proposedOutcome, outcome)}`,
    }
  }
  return {
    title: "The outcome is being decided",
    proposed: null,
    text: `${statusWords[status].meaning} If another outcome wins, these shares pay nothing.`,
  }
}

const isSettled = {
  proposed: "It can still be disputed.",
  proposed_closed: "It can no longer be disputed.",
} as const

function ifFinal(proposed: number, outcome: number) {
  if (proposed === outcome) return "These shares win if it becomes final."
  return proposed === INVALID
    ? "If it becomes final, everybody takes their stake back."
    : "These shares pay nothing if it becomes final."
}
