import { EARLY_OUTCOME } from "@/lib/markets/constants"
import type { ActionKind } from "@/lib/markets/resolution-rules"
import type { MarketCard } from "@/lib/markets/schema"
import { computePredictionStatus, computeWindows } from "@/lib/markets/status"
import { explainUndecided, type VoteCount } from "./vote-count"

/** The columns that the actions of a resolution depend on: only these are sent to the browser. */
export const toResolutionMarket = (market: MarketCard) => ({
  address: market.address,
  name: market.name,
  kind: market.kind,
  options: market.options,
  createdAt: market.createdAt,
  endTime: market.endTime,
  round: market.round,
  challengeSeconds: market.challengeSeconds,
  votingSeconds: market.votingSeconds,
  vetoSeconds: market.vetoSeconds,
  proposedOutcome: market.proposedOutcome,
  proposedAt: market.proposedAt,
  proposer: market.proposer,
  disputedOutcome: market.disputedOutcome,
  disputedAt: market.disputedAt,
  vetoedAt: market.vetoedAt,
  firstVoteAt: market.firstVoteAt,
  finalOutcome: market.finalOutcome,
  resolvedAt: market.resolvedAt,
  invalidatedAt: market.invalidatedAt,
})

export type ResolutionMarket = ReturnType<typeof toResolutionMarket>

/** Whether an action is available; if not, the reason and the time from which it is. */
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

/** The actions that any wallet can take at `now`, and the next ones, in order. */
export function planActions(
  market: ResolutionMarket,
  voteCount: VoteCount,
  now: Date,
): PlannedAction[] {
  const status = computePredictionStatus(market, now)
  if (status === "resolved" || status === "invalidated") return []
  if (market.kind === "private") return planPrivate(market, voteCount, now)
  if (market.vetoedAt) return [{ kind: "decide", availability: AVAILABLE }]
  if (market.disputedAt) return planDispute(market, voteCount, now)
  if (market.proposedAt) return planChallenge(market, now)
  const { endTime } = market
  const isEarly = endTime !== null && now < endTime
  return [
    {
      kind: "propose",
      availability: isEarly ? unavailable("The market has not ended yet.", endTime) : AVAILABLE,
    },
  ]
}

function planChallenge(market: ResolutionMarket, now: Date): PlannedAction[] {
  const { challengeEndsAt } = computeWindows(market)
  const isRunning = challengeEndsAt !== null && now < challengeEndsAt
  return [
    {
      kind: "dispute",
      availability: isRunning ? AVAILABLE : unavailable("The challenge period is over."),
    },
    {
      kind: "finalizeUncontested",
      availability: isRunning
        ? unavailable("The challenge period is still running.", challengeEndsAt)
        : AVAILABLE,
    },
  ]
}

function planDispute(market: ResolutionMarket, voteCount: VoteCount, now: Date): PlannedAction[] {
  const { votingEndsAt } = computeWindows(market)
  const isVoting = votingEndsAt !== null && now < votingEndsAt
  const missing = explainUndecided(voteCount)
  return [
    {
      kind: "vote",
      availability: isVoting || missing ? AVAILABLE : unavailable("The vote is decided."),
    },
    {
      kind: "veto",
      availability: isVoting ? unavailable("Voting is still open.", votingEndsAt) : AVAILABLE,
    },
    {
      kind: "finalize",
      availability: checkFinalize(
        endsUndecided(market) ? null : missing,
        findVetoEnd(market, voteCount),
        now,
      ),
    },
  ]
}

/**
 * Whether a round without a decision ends with the veto period, as in an open-ended market whose dispute says "too
 * early". Proposer and disputer then lose half of their bonds, and the pool sells again.
 */
export const endsUndecided = ({
  kind,
  endTime,
  disputedOutcome,
  vetoedAt,
}: Pick<ResolutionMarket, "kind" | "endTime" | "disputedOutcome" | "vetoedAt">) =>
  kind === "public" && endTime === null && disputedOutcome === EARLY_OUTCOME && vetoedAt === null

/** The end of the veto period. A vote that decides after the voting period restarts the veto period. */
export function findVetoEnd(market: ResolutionMarket, voteCount: VoteCount): Date | null {
  const { votingEndsAt, vetoEndsAt } = computeWindows(market)
  const { lastAt } = voteCount
  if (!votingEndsAt || !lastAt || lastAt < votingEndsAt || explainUndecided(voteCount))
    return vetoEndsAt
  return new Date(lastAt.getTime() + (market.vetoSeconds ?? 0) * 1_000)
}

function checkFinalize(missing: string | null, vetoEndsAt: Date | null, now: Date): Availability {
  if (vetoEndsAt && now < vetoEndsAt)
    return unavailable("The veto period is still running.", vetoEndsAt)
  return missing ? unavailable(missing) : AVAILABLE
}

function planPrivate(market: ResolutionMarket, voteCount: VoteCount, now: Date): PlannedAction[] {
  const { endTime, firstVoteAt } = market
  if (endTime && now < endTime) {
    const later = unavailable("The market has not ended yet.", endTime)
    return [{ kind: "vote", availability: later }]
  }
  const { votingEndsAt } = computeWindows(market)
  const isRunning = votingEndsAt !== null && now < votingEndsAt
  const isDecided = firstVoteAt !== null && !isRunning && !voteCount.isTied
  return [
    { kind: "vote", availability: isDecided ? unavailable("Voting is over.") : AVAILABLE },
    { kind: "finalize", availability: checkPrivateFinalize(market, voteCount, now) },
  ]
}

const DAY_MS = 86_400_000

/**
 * The time from which anyone can invalidate a private market without votes: 30 days after its end, or 365 days after
 * its creation if it has no end.
 */
export function findNoVoteDeadline({
  createdAt,
  endTime,
}: Pick<ResolutionMarket, "createdAt" | "endTime">) {
  return new Date(endTime ? endTime.getTime() + 30 * DAY_MS : createdAt.getTime() + 365 * DAY_MS)
}

function checkPrivateFinalize(
  market: ResolutionMarket,
  voteCount: VoteCount,
  now: Date,
): Availability {
  if (!market.firstVoteAt) {
    const from = findNoVoteDeadline(market)
    return now < from
      ? unavailable(
          "No votes yet. Without a vote, the market can be invalidated and refunded.",
          from,
        )
      : AVAILABLE
  }
  const { votingEndsAt } = computeWindows(market)
  if (votingEndsAt && now < votingEndsAt) return unavailable("Voting is still open.", votingEndsAt)
  if (voteCount.isTied) return unavailable("The vote is tied. Another vote must break the tie.")
  return AVAILABLE
}
