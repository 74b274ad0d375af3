import { EARLY_OUTCOME, INVALID_OUTCOME } from "./constants"
import type { Outcome } from "./schema"
import type { PredictionStatus } from "./status"

type StatusLabel = {
  /** As a badge. */
  name: string
  /** What it means for somebody who holds shares. */
  meaning: string
  tone: "neutral" | "up" | "down" | "warning"
}

/** The states of a market in the words of its page. */
export const statusLabels: Record<PredictionStatus, StatusLabel> = {
  active: { name: "Open", meaning: "The pool sells shares.", tone: "up" },
  awaiting_proposal: {
    name: "Needs an outcome",
    meaning: "The market has ended and its pool has closed. Anybody may propose the outcome.",
    tone: "warning",
  },
  proposed: {
    name: "Outcome proposed",
    meaning: "An outcome is proposed and can be disputed.",
    tone: "warning",
  },
  proposed_closed: {
    name: "Ready to finalise",
    meaning: "The time is over. Anybody may make the outcome final.",
    tone: "warning",
  },
  voting: { name: "Voting", meaning: "The outcome is being voted on.", tone: "warning" },
  veto_window: {
    name: "Veto possible",
    meaning: "The vote is over. It can be vetoed before it becomes final.",
    tone: "warning",
  },
  disputed: {
    name: "Vote to be finalised",
    meaning:
      "Anybody may make the vote final once it has decided. A late decision leaves time for a veto first.",
    tone: "warning",
  },
  vetoed: {
    name: "Vetoed",
    meaning: "The vote was vetoed. The operator decides.",
    tone: "warning",
  },
  resolved: {
    name: "Resolved",
    meaning: "The outcome is final. Winners can redeem.",
    tone: "neutral",
  },
  invalidated: {
    name: "Invalid",
    meaning: "The market is void. Everybody can take their stake back.",
    tone: "neutral",
  },
}

/** The name of an outcome id, those that are no option included. */
export function toOutcomeName(options: readonly string[], outcome: number): string {
  if (outcome === EARLY_OUTCOME) return "Too early to say"
  if (outcome === INVALID_OUTCOME) return "Invalid"
  return options[outcome] ?? `Outcome ${outcome}`
}

/** The likeliest outcome, the first of equal ones. */
export function findLeadingOutcome(outcomes: readonly Outcome[]): Outcome | undefined {
  return outcomes.reduce<Outcome | undefined>(
    (best, outcome) => (best && best.probability >= outcome.probability ? best : outcome),
    undefined,
  )
}
