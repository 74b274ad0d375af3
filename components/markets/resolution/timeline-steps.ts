import type { MarketView } from "@/lib/markets/schema"
import { computeWindows, type PredictionStatus } from "@/lib/markets/status"
import type { ResolutionRound } from "./rounds"

export type StepName = "open" | "proposal" | "challenge" | "dispute" | "vote" | "final"

/** `passed`: skipped. */
export type StepState = "done" | "current" | "ahead" | "passed"

export type TimelineStep = { name: StepName; state: StepState; endsAt: Date | null }

const PUBLIC = ["open", "proposal", "challenge", "dispute", "final"] as const
const PRIVATE = ["open", "vote", "final"] as const

/** The step of each status; private markets have a vote instead of proposal, challenge and dispute. */
const stepByStatus: Record<PredictionStatus, readonly [ofPublic: StepName, ofPrivate: StepName]> = {
  active: ["open", "open"],
  awaiting_proposal: ["proposal", "vote"],
  proposed: ["challenge", "vote"],
  proposed_closed: ["final", "final"],
  voting: ["dispute", "vote"],
  veto_window: ["dispute", "vote"],
  vetoed: ["dispute", "vote"],
  disputed: ["final", "final"],
  resolved: ["final", "final"],
  invalidated: ["final", "final"],
}

/** The steps of the current round, with the deadline of the current step. */
export function createTimeline(market: MarketView, round: ResolutionRound): TimelineStep[] {
  const isPrivate = market.kind === "private"
  const names: readonly StepName[] = isPrivate ? PRIVATE : PUBLIC
  const current = names.indexOf(stepByStatus[market.status][isPrivate ? 1 : 0])
  const isOver = market.status === "resolved" || market.status === "invalidated"
  return names.map((name, index) => ({
    name,
    state: findStepState(name, round, index - current, isOver),
    endsAt: index === current && !isOver ? findStepEnd(name, market) : null,
  }))
}

function findStepState(
  name: StepName,
  round: ResolutionRound,
  distance: number,
  isOver: boolean,
): StepState {
  if (distance > 0) return "ahead"
  if (distance === 0) return isOver ? "done" : "current"
  return name === "dispute" && !round.dispute ? "passed" : "done"
}

function findStepEnd(name: StepName, market: MarketView): Date | null {
  const { challengeEndsAt, votingEndsAt, vetoEndsAt } = computeWindows(market)
  if (name === "open") return market.endTime
  if (name === "challenge") return challengeEndsAt
  if (name === "vote") return votingEndsAt
  if (name !== "dispute" || market.vetoedAt) return null
  return market.status === "voting" ? votingEndsAt : vetoEndsAt
}
