import type { MarketCard } from "@/lib/markets/schema"
import { computePredictionStatus, computeWindows } from "@/lib/markets/status"
import type { ActionKind } from "./rules"
import { explainUndecided, type VoteCount } from "./vote-count"

/** The columns that the resolution's actions depend on. */
export type ResolutionMarket = Pick<
  MarketCard,
  | "address"
  | "name"
  | "symbol"
  | "kind"
  | "options"
  | "createdAt"
  | "endTime"
  | "round"
  | "challengeSeconds"
  | "votingSeconds"
  | "vetoSeconds"
  | "proposedOutcome"
  | "proposedAt"
  | "disputedOutcome"
  | "disputedAt"
  | "vetoOutcome"
  | "vetoedAt"
  | "firstVoteAt"
  | "finalOutcome"
  | "resolvedAt"
  | "invalidatedAt"
>

/** Whether an action is available; if not why, and from when. */
export type Availability =
  | { isAvailable: true }
  | { isAvailable: false; reason: string; availableAt: Date | null }

export type PlannedAction = { kind: ActionKind; availability: Availability }

export const AVAILABLE: Availability = { isAvailable: true }

export const unavailable = (reason: string, at: Date | null = null): Availability => ({
  isAvailable: false,
  reason,
  availableAt: at,
})

/** The actions available at `now` or next, for any wallet, in their order. */
export function planActions(
  market: ResolutionMarket,
  tally: VoteCount,
  now: Date,
): PlannedAction[] {
  const status = computePredictionStatus(market, now)
  if (status === "resolved" || status === "invalidated") return []
  if (market.kind === "private") return planPrivate(market, tally, now)
  if (market.vetoedAt) return [{ kind: "decide", availability: AVAILABLE }]
  if (market.disputedAt) return planDispute(market, tally, now)
  if (market.proposedAt) return planChallenge(market, now)
  const { endTime } = market
  const isEarly = endTime !== null && now < endTime
  return [
    {
      kind: "propose",
      availability: isEarly ? unavailable("The market has to end first.", endTime) : AVAILABLE,
    },
  ]
}

function planChallenge(market: ResolutionMarket, now: Date): PlannedAction[] {
  const { challengeEndsAt } = computeWindows(market)
  const isRunning = challengeEndsAt !== null && now < challengeEndsAt
  return [
    {
      kind: "dispute",
      availability: isRunning
        ? AVAILABLE
        : unavailable("The time to dispute the proposal is over."),
    },
    {
      kind: "finalizeUncontested",
      availability: isRunning
        ? unavailable("It can still be disputed.", challengeEndsAt)
        : AVAILABLE,
    },
  ]
}

function planDispute(market: ResolutionMarket, tally: VoteCount, now: Date): PlannedAction[] {
  const { votingEndsAt } = computeWindows(market)
  const isVoting = votingEndsAt !== null && now < votingEndsAt
  const missing = explainUndecided(tally)
  return [
    {
      kind: "vote",
      availability: isVoting || missing ? AVAILABLE : unavailable("The vote is decided."),
    },
    {
      kind: "veto",
      availability: isVoting ? unavailable("Voting is still going on.", votingEndsAt) : AVAILABLE,
    },
    { kind: "finalize", availability: checkFinalize(missing, findVetoEnd(market, tally), now) },
  ]
}

/**
 * When the time for a veto ends: where a vote decided after the voting period, which no further one
 * follows, it begins anew with that vote.
 */
export function findVetoEnd(market: ResolutionMarket, tally: VoteCount): Date | null {
  const { votingEndsAt, vetoEndsAt } = computeWindows(market)
  const { lastAt } = tally
  if (!votingEndsAt || !lastAt || lastAt < votingEndsAt || explainUndecided(tally))
    return vetoEndsAt
  return new Date(lastAt.getTime() + (market.vetoSeconds ?? 0) * 1_000)
}

function checkFinalize(missing: string | null, vetoEndsAt: Date | null, now: Date): Availability {
  if (vetoEndsAt && now < vetoEndsAt) return unavailable("It can still be vetoed.", vetoEndsAt)
  return missing ? unavailable(missing) : AVAILABLE
}

function planPrivate(market: ResolutionMarket, tally: VoteCount, now: Date): PlannedAction[] {
  const { endTime, firstVoteAt } = market
  if (endTime && now < endTime) {
    const later = unavailable("The market has to end first.", endTime)
    return [{ kind: "vote", availability: later }]
  }
  const { votingEndsAt } = computeWindows(market)
  const isRunning = votingEndsAt !== null && now < votingEndsAt
  const isDecided = firstVoteAt !== null && !isRunning && !tally.isTied
  return [
    { kind: "vote", availability: isDecided ? unavailable("The votes are in.") : AVAILABLE },
    { kind: "finalize", availability: checkPrivateFinalize(market, tally, now) },
  ]
}

const DAY_MS = 86_400_000

/**
 * From when anybody may make a private market invalid that nobody has voted on: 30 days after its end, without one 365
 * days after its creation.
 */
export function findNoVoteDeadline({
  createdAt,
  endTime,
}: Pick<ResolutionMarket, "createdAt" | "endTime">) {
  return new Date(endTime ? endTime.getTime() + 30 * DAY_MS : createdAt.getTime() + 365 * DAY_MS)
}

function checkPrivateFinalize(market: ResolutionMarket, tally: VoteCount, now: Date): Availability {
  if (!market.firstVoteAt) {
    const from = findNoVoteDeadline(market)
    return now < from
      ? unavailable("Nobody has voted yet. If that stays so, everybody gets the cost back.", from)
      : AVAILABLE
  }
  const { votingEndsAt } = computeWindows(market)
  if (votingEndsAt && now < votingEndsAt)
    return unavailable("Voting is still going on.", votingEndsAt)
  if (tally.isTied)
    return unavailable("Two outcomes have the most votes; another vote must decide.")
  return AVAILABLE
}
