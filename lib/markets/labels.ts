import { EARLY_OUTCOME, INVALID_OUTCOME } from "./constants"
import type { Outcome } from "./schema"
import type { PredictionStatus } from "./status"

type StatusLabel = {
  /** Text of the badge. */
  name: string
  /** Explanation for holders of shares. */
  meaning: string
  tone: "neutral" | "up" | "down" | "warning"
}

/** Labels of the states of a market. */
export const statusLabels: Record<PredictionStatus, StatusLabel> = {
  active: { name: "Open", meaning: "Trading is open.", tone: "up" },
  awaiting_proposal: {
    name: "Awaiting proposal",
    meaning: "The market has ended and its pool has closed. Anyone can propose the outcome.",
    tone: "warning",
  },
  proposed: {
    name: "Outcome proposed",
    meaning: "An outcome has been proposed and can be disputed.",
    tone: "warning",
  },
  proposed_closed: {
    name: "Ready to finalize",
    meaning: "The challenge period is over. Anyone can finalize the outcome.",
    tone: "warning",
  },
  voting: { name: "Voting", meaning: "A vote decides the outcome.", tone: "warning" },
  veto_window: {
    name: "Veto period",
    meaning: "The vote is over. It can be vetoed until the period ends.",
    tone: "warning",
  },
  disputed: {
    name: "Awaiting finalization",
    meaning:
      "Anyone can finalize the vote once it is decided. A late decision opens a veto period first.",
    tone: "warning",
  },
  vetoed: {
    name: "Vetoed",
    meaning: "The vote was vetoed. The operator decides the outcome.",
    tone: "warning",
  },
  resolved: {
    name: "Resolved",
    meaning: "The outcome is final. Winning shares can be redeemed.",
    tone: "neutral",
  },
  invalidated: {
    name: "Invalid",
    meaning: "The market is void. Stakes are refunded.",
    tone: "neutral",
  },
}

/** The name of an outcome id: an option, or one of the special outcomes. */
export function toOutcomeName(options: readonly string[], outcome: number): string {
  if (outcome === EARLY_OUTCOME) return "Too early to say"
  if (outcome === INVALID_OUTCOME) return "Invalid"
  return options[outcome] ?? `Outcome ${outcome}`
}

type Ranked = Pick<Outcome, "index" | "probability">

/** Outcomes by probability, likeliest first; `first` comes before all others. */
export const rankOutcomes = <O extends Ranked>(outcomes: readonly O[], first?: number | null) =>
  [...outcomes].sort(
    (a, b) =>
      Number(b.index === first) - Number(a.index === first) || b.probability - a.probability,
  )

/** The likeliest outcome; the first one in a tie. */
export const findLeadingOutcome = (outcomes: readonly Outcome[]): Outcome | undefined =>
  rankOutcomes(outcomes)[0]
