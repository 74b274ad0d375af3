import type { MarketCard } from "@/lib/markets/schema"
import { predictionStatus, windowsOf } from "@/lib/markets/status"
import { type Tally, undecided } from "./tally"
import type { ActionKind } from "./terms"

/** What the steps of a market's resolution depend on. */
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

/** Whether an action can be taken, and if not why, and from when. */
export type Availability = { isOpen: true } | { isOpen: false; reason: string; at: Date | null }

export type Planned = { kind: ActionKind; availability: Availability }

export const OPEN: Availability = { isOpen: true }

export const closed = (reason: string, at: Date | null = null): Availability => ({
  isOpen: false,
  reason,
  at,
})

/** What can be done at `now` or will be next, whoever asks; in the order it is done. */
export function planOf(market: ResolutionMarket, tally: Tally, now: Date): Planned[] {
  const status = predictionStatus(market, now)
  if (status === "resolved" || status === "invalidated") return []
  if (market.kind === "private") return privatePlan(market, tally, now)
  if (market.vetoedAt) return [{ kind: "decide", availability: OPEN }]
  if (market.disputedAt) return disputePlan(market, tally, now)
  if (market.proposedAt) return challengePlan(market, now)
  const { endTime } = market
  const isEarly = endTime !== null && now < endTime
  return [
    {
      kind: "propose",
      availability: isEarly ? closed("The market has to end first.", endTime) : OPEN,
    },
  ]
}

function challengePlan(market: ResolutionMarket, now: Date): Planned[] {
  const { challengeEndsAt } = windowsOf(market)
  const isRunning = challengeEndsAt !== null && now < challengeEndsAt
  return [
    {
      kind: "dispute",
      availability: isRunning ? OPEN : closed("The time to dispute the proposal is over."),
    },
    {
      kind: "finalizeUncontested",
      availability: isRunning ? closed("It can still be disputed.", challengeEndsAt) : OPEN,
    },
  ]
}

function disputePlan(market: ResolutionMarket, tally: Tally, now: Date): Planned[] {
  const { votingEndsAt } = windowsOf(market)
  const isVoting = votingEndsAt !== null && now < votingEndsAt
  const missing = undecided(tally)
  return [
    { kind: "vote", availability: isVoting || missing ? OPEN : closed("The vote is decided.") },
    {
      kind: "veto",
      availability: isVoting ? closed("Voting is still going on.", votingEndsAt) : OPEN,
    },
    { kind: "finalize", availability: finalizing(missing, vetoEnd(market, tally), now) },
  ]
}

/**
 * When the time for a veto ends: where a vote decided after the voting period, which no further one
 * follows, it begins anew with that vote.
 */
export function vetoEnd(market: ResolutionMarket, tally: Tally): Date | null {
  const { votingEndsAt, vetoEndsAt } = windowsOf(market)
  const { lastAt } = tally
  if (!votingEndsAt || !lastAt || lastAt < votingEndsAt || undecided(tally)) return vetoEndsAt
  return new Date(lastAt.getTime() + (market.vetoSeconds ?? 0) * 1_000)
}

function finalizing(missing: string | null, vetoEndsAt: Date | null, now: Date): Availability {
  if (vetoEndsAt && now < vetoEndsAt) return closed("It can still be vetoed.", vetoEndsAt)
  return missing ? closed(missing) : OPEN
}

function privatePlan(market: ResolutionMarket, tally: Tally, now: Date): Planned[] {
  const { endTime, firstVoteAt } = market
  if (endTime && now < endTime) {
    const later = closed("The market has to end first.", endTime)
    return [{ kind: "vote", availability: later }]
  }
  const { votingEndsAt } = windowsOf(market)
  const isRunning = votingEndsAt !== null && now < votingEndsAt
  const isDecided = firstVoteAt !== null && !isRunning && !tally.isTied
  return [
    { kind: "vote", availability: isDecided ? closed("The votes are in.") : OPEN },
    { kind: "finalize", availability: privateEnd(market, tally, now) },
  ]
}

const DAY_MS = 86_400_000

/**
 * From when anybody may make a private market invalid that nobody has voted on: 30 days after its end, without one 365
 * days after its creation.
 */
export function silenceEnd({
  createdAt,
  endTime,
}: Pick<ResolutionMarket, "createdAt" | "endTime">) {
  return new Date(endTime ? endTime.getTime() + 30 * DAY_MS : createdAt.getTime() + 365 * DAY_MS)
}

function privateEnd(market: ResolutionMarket, tally: Tally, now: Date): Availability {
  if (!market.firstVoteAt) {
    const from = silenceEnd(market)
    return now < from
      ? closed("Nobody has voted yet. If that stays so, everybody gets the cost back.", from)
      : OPEN
  }
  const { votingEndsAt } = windowsOf(market)
  if (votingEndsAt && now < votingEndsAt) return closed("Voting is still going on.", votingEndsAt)
  if (tally.isTied) return closed("Two outcomes have the most votes; another vote must decide.")
  return OPEN
}
