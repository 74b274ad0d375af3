import { Progress } from "@/components/ui/progress"
import { outcomeName } from "@/lib/markets/words"
import { Actor, type People } from "./actor"
import type { Event } from "./rounds"
import { type Tally, undecided } from "./tally"
import { CONSENSUS_PERCENT, MANY_VOTES } from "./terms"

type VotesProps = {
  votes: readonly Event[]
  tally: Tally
  options: readonly string[]
  people: People
  isPrivate: boolean
  /** Whether more votes can come. */
  isRunning: boolean
}

/** Votes by outcome against what they need, and everybody's own with what they hold. */
export function Votes({ votes, tally, options, people, isPrivate, isRunning }: VotesProps) {
  if (votes.length === 0) {
    return <p className="text-sm text-muted">Nobody has voted{isRunning ? " yet" : ""}.</p>
  }
  const missing = isPrivate ? null : undecided(tally)
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2">
        {tally.counts.map(({ outcome, count }) => (
          <li className="grid gap-1 text-sm" key={outcome}>
            <span className="flex justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{outcomeName(options, outcome)}</bdi>
              <span className="figures whitespace-nowrap">
                {count} of {tally.votes} · {Math.floor((count * 100) / tally.votes)}%
              </span>
            </span>
            <Progress
              label={`Votes for ${outcomeName(options, outcome)}`}
              max={tally.votes}
              value={count}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {isPrivate
          ? "Most votes win; a tie keeps voting open."
          : `${quorumWords(tally)} Most votes win; from ${MANY_VOTES} votes on the winner needs ${CONSENSUS_PERCENT}% of them.`}
        {isRunning && missing && ` ${missing}`}
        {isRunning && isPrivate && tally.isTied && " It is tied now."}
      </p>
      <details>
        <summary className="text-link inline-flex min-h-11 items-center text-sm">
          Who voted, and what they hold
        </summary>
        <ul className="grid gap-3 pt-3">
          {votes.map((vote) => (
            <li key={vote.id}>
              <Actor event={vote} people={people}>
                voted <bdi>{outcomeName(options, vote.outcome ?? 0)}</bdi>
              </Actor>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function quorumWords({ votes, quorum }: Tally) {
  return votes > quorum
    ? `Quorum: ${quorum} votes, reached with ${votes}.`
    : `Quorum: ${votes} of ${quorum} votes.`
}
