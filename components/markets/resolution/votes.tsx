import { Progress } from "@/components/ui/progress"
import { toOutcomeName } from "@/lib/markets/labels"
import { CONSENSUS_MIN_VOTES, CONSENSUS_PERCENT } from "@/lib/markets/resolution-rules"
import { Participant, type Participants } from "./participant"
import type { ResolutionEvent } from "./rounds"
import { explainUndecided, type VoteCount } from "./vote-count"

type VotesProps = {
  votes: readonly ResolutionEvent[]
  voteCount: VoteCount
  options: readonly string[]
  participants: Participants
  isPrivate: boolean
  /** Whether voting is open. */
  isRunning: boolean
}

/** The votes by outcome, the quorum, and each voter's shares. */
export function Votes({
  votes,
  voteCount,
  options,
  participants,
  isPrivate,
  isRunning,
}: VotesProps) {
  if (votes.length === 0) {
    return <p className="text-sm text-muted">No votes{isRunning && " yet"}.</p>
  }
  const missing = isPrivate ? null : explainUndecided(voteCount)
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2">
        {voteCount.counts.map(({ outcome, count }) => (
          <li className="grid gap-1 text-sm" key={outcome}>
            <span className="flex justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{toOutcomeName(options, outcome)}</bdi>
              <span className="amount">
                {`${count} of ${voteCount.votes} · ${Math.floor((count * 100) / voteCount.votes)}%`}
              </span>
            </span>
            <Progress
              label={`Votes for ${toOutcomeName(options, outcome)}`}
              max={voteCount.votes}
              value={count}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {isPrivate
          ? "The outcome with the most votes wins. A tie keeps voting open."
          : `${describeQuorum(voteCount)} The outcome with the most votes wins; with ${CONSENSUS_MIN_VOTES} or more votes it needs ${CONSENSUS_PERCENT}% of them.`}
        {isRunning && missing && ` ${missing}`}
        {isRunning && isPrivate && voteCount.isTied && " The vote is tied."}
      </p>
      <details>
        <summary className="text-link inline-flex min-h-11 items-center text-sm">
          Voters and their shares
        </summary>
        <ul className="grid gap-3 pt-3">
          {votes.map((vote) => (
            <li key={vote.id}>
              <Participant event={vote} participants={participants}>
                voted <bdi>{toOutcomeName(options, vote.outcome ?? 0)}</bdi>
              </Participant>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function describeQuorum({ votes, quorum }: VoteCount) {
  return votes > quorum
    ? `Quorum of ${quorum} votes reached.`
    : `Quorum: ${votes} of ${quorum} votes.`
}
