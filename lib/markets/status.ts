import { EARLY_OUTCOME, INVALID_OUTCOME, type PredictionType } from "./constants"

/** The states of a market. */
export const predictionStatuses = [
  "active",
  "awaiting_proposal",
  "proposed",
  "proposed_closed",
  "voting",
  "veto_window",
  "resolved",
  "invalidated",
  "vetoed",
  "disputed",
] as const
export type PredictionStatus = (typeof predictionStatuses)[number]

/** Facts of a market in the current round, from which its status follows. */
export type ResolutionState = {
  kind: PredictionType
  endTime: Date | null
  challengeSeconds: number | null
  votingSeconds: number
  vetoSeconds: number | null
  proposedAt: Date | null
  disputedAt: Date | null
  vetoedAt: Date | null
  firstVoteAt: Date | null
  finalOutcome: number | null
  invalidatedAt: Date | null
}

/**
 * The status at `now`, by the two tables of the API description: the first condition that holds decides, and the end of
 * a window is outside the window. `market_status` is the same in SQL.
 */
export function computePredictionStatus(facts: ResolutionState, now: Date): PredictionStatus {
  const { finalOutcome, invalidatedAt } = facts
  if (invalidatedAt || finalOutcome === INVALID_OUTCOME) return "invalidated"
  if (finalOutcome !== null && finalOutcome < EARLY_OUTCOME) return "resolved"
  return facts.kind === "private"
    ? computePrivateStatus(facts, now)
    : computePublicStatus(facts, now)
}

function computePrivateStatus({ firstVoteAt, votingSeconds, endTime }: ResolutionState, now: Date) {
  if (firstVoteAt && now >= addSeconds(firstVoteAt, votingSeconds)) return "proposed_closed"
  return firstVoteAt || hasEnded(endTime, now) ? "voting" : "active"
}

function computePublicStatus(facts: ResolutionState, now: Date): PredictionStatus {
  if (facts.vetoedAt) return "vetoed"
  const { challengeEndsAt, votingEndsAt, vetoEndsAt } = computeWindows(facts)
  if (votingEndsAt && now < votingEndsAt) return "voting"
  if (vetoEndsAt && now < vetoEndsAt) return "veto_window"
  if (facts.disputedAt) return "disputed"
  if (challengeEndsAt) return now < challengeEndsAt ? "proposed" : "proposed_closed"
  return hasEnded(facts.endTime, now) ? "awaiting_proposal" : "active"
}

const hasEnded = (endTime: Date | null, now: Date) => endTime !== null && now >= endTime

const addSeconds = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)

type ResolutionWindows = Record<"challengeEndsAt" | "votingEndsAt" | "vetoEndsAt", Date | null>

/** Ends of the windows that have opened in the current round. */
export function computeWindows(facts: ResolutionState): ResolutionWindows {
  const { kind, proposedAt, disputedAt, firstVoteAt } = facts
  const { challengeSeconds, votingSeconds, vetoSeconds } = facts
  if (kind === "private") {
    const votingEndsAt = firstVoteAt && addSeconds(firstVoteAt, votingSeconds)
    return { challengeEndsAt: null, votingEndsAt, vetoEndsAt: null }
  }
  return {
    challengeEndsAt: proposedAt && addSeconds(proposedAt, challengeSeconds ?? 0),
    votingEndsAt: disputedAt && addSeconds(disputedAt, votingSeconds),
    vetoEndsAt: disputedAt && addSeconds(disputedAt, votingSeconds + (vetoSeconds ?? 0)),
  }
}

/** The next time at which the status changes without an event, or one of `others`; null without any. */
export function findNextChange(
  facts: ResolutionState,
  now: Date,
  ...others: (Date | null)[]
): Date | null {
  const windows = Object.values(computeWindows(facts))
  const ends = [...windows, facts.endTime, ...others].flatMap((end) =>
    end && end > now ? [end] : [],
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())))
}

/**
 * When the pool closes or closed: at the end time; in an open-ended market with a proposal, or with the first vote of a
 * private market. A new round of an open-ended market opens the pool again. Null while the pool has no end.
 */
export function computePoolClosesAt({
  kind,
  endTime,
  proposedAt,
  firstVoteAt,
}: PoolTimes): Date | null {
  return endTime ?? (kind === "private" ? firstVoteAt : proposedAt)
}

type PoolTimes = Pick<ResolutionState, "kind" | "endTime" | "proposedAt" | "firstVoteAt">

/** Whether the pool sells shares at `now`. The order book stays open until the outcome is final. */
export function isPoolOpen(
  facts: PoolTimes & Pick<ResolutionState, "finalOutcome" | "invalidatedAt">,
  now: Date,
): boolean {
  const { finalOutcome, invalidatedAt } = facts
  if (invalidatedAt || (finalOutcome !== null && finalOutcome !== EARLY_OUTCOME)) return false
  const closesAt = computePoolClosesAt(facts)
  return closesAt === null || now < closesAt
}
