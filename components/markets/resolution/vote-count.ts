import { CONSENSUS_MIN_VOTES, CONSENSUS_PERCENT, MIN_QUORUM } from "@/lib/markets/resolution-rules"

type Ballot = { wallet: string; outcome: number | null; time: Date }

export type VoteCount = {
  votes: number
  /** Most votes first. */
  counts: readonly { outcome: number; count: number }[]
  isTied: boolean
  /** Votes needed to decide. */
  quorum: number
  /** Time of the newest vote. */
  lastAt: Date | null
}

/** Counts votes, oldest first; the last vote of a wallet counts. */
export function countVotes(ballots: readonly Ballot[], quorum: number | null): VoteCount {
  const choices = new Map<string, number>()
  for (const { wallet, outcome } of ballots) if (outcome !== null) choices.set(wallet, outcome)
  const counts = new Map<number, number>()
  for (const outcome of choices.values()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const ranked = [...counts]
    .map(([outcome, count]) => ({ outcome, count }))
    .sort((a, b) => b.count - a.count || a.outcome - b.outcome)
  const [first, second] = ranked
  return {
    votes: choices.size,
    counts: ranked,
    isTied: first !== undefined && first.count === second?.count,
    quorum: quorum ?? MIN_QUORUM,
    lastAt: ballots.at(-1)?.time ?? null,
  }
}

/** Why a vote of stakers is undecided; null once it is decided. */
export function explainUndecided({ votes, counts, isTied, quorum }: VoteCount): string | null {
  if (votes < quorum) return `${votes} of at least ${quorum} votes cast.`
  if (isTied) return "The vote is tied. The next vote breaks the tie."
  const most = counts[0]?.count ?? 0
  if (votes >= CONSENSUS_MIN_VOTES && most * 100 < votes * CONSENSUS_PERCENT) {
    return `With ${CONSENSUS_MIN_VOTES} or more votes, an outcome needs ${CONSENSUS_PERCENT}% to win. The leading one has ${Math.floor((most * 100) / votes)}%.`
  }
  return null
}
