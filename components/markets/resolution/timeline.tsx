import type { ReactNode } from "react"
import { cn } from "@/components/ui/cn"
import { Countdown } from "@/components/ui/countdown"
import { Badge } from "@/components/ui/figures"
import { Icon, type IconName } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatAmount, formatDateTime } from "@/lib/format"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import { describeBond, formatPeriod } from "./explain"
import { Participant, type Participants, TransactionTime } from "./participant"
import type { ResolutionEvent, ResolutionRound } from "./rounds"
import { createTimeline, type StepName, type StepState, type TimelineStep } from "./timeline-steps"
import { countVotes, explainUndecided, type VoteCount } from "./vote-count"
import { Votes } from "./votes"

type TimelineProps = {
  market: MarketView
  rounds: readonly ResolutionRound[]
  participants: Participants
  voteCount: VoteCount
  /** USDB of a proposal, dispute or veto now; null while the chain does not answer. */
  bond: bigint | null
}

/** The resolution step by step: participants, bonds and time left. */
export function Timeline({ market, rounds, participants, voteCount: tally, bond }: TimelineProps) {
  const current = rounds.at(-1)
  if (!current) return null
  return (
    <div className="grid gap-4">
      {rounds.slice(0, -1).map((round, index) => (
        <PastRound
          key={round.end?.id ?? index}
          market={market}
          number={index + 1}
          round={round}
          participants={participants}
        />
      ))}
      <ol aria-label="Steps of the resolution" className="grid">
        {createTimeline(market, current).map((step) => (
          <Step key={step.name} market={market} step={step}>
            <StepContent
              bond={bond}
              market={market}
              name={step.name}
              round={current}
              participants={participants}
              state={step.state}
              voteCount={tally}
            />
          </Step>
        ))}
      </ol>
    </div>
  )
}

const titles: Record<StepName, string> = {
  open: "Open",
  proposal: "Waiting for a proposal",
  challenge: "Challenge",
  dispute: "Dispute",
  vote: "Vote",
  final: "Final",
}

const stateStyles: Record<StepState, { icon: IconName; look: string; word: string }> = {
  done: { icon: "done", look: "text-kelp", word: "done" },
  current: { icon: "clock", look: "text-accent", word: "now" },
  ahead: { icon: "minus", look: "text-muted", word: "to come" },
  passed: { icon: "right", look: "text-muted", word: "not needed" },
}

type StepProps = { market: MarketView; step: TimelineStep; children: ReactNode }

function Step({ step: { name, state, endsAt }, children }: StepProps) {
  const { icon, look, word } = stateStyles[state]
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-l-2 border-line py-2 pl-3"
    >
      <span className={cn("mt-0.5", look)}>
        <Icon name={icon} size={18} />
      </span>
      <div className="grid min-w-0 gap-2">
        <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          {titles[name]}
          <Badge tone={state === "current" ? "warning" : "neutral"}>{word}</Badge>
          {endsAt && (
            <span className="font-normal text-muted">
              <Countdown label={`${titles[name]} ends in`} to={endsAt} /> left
            </span>
          )}
        </h3>
        {children}
      </div>
    </li>
  )
}

type StepContentProps = {
  name: StepName
  state: StepState
  market: MarketView
  round: ResolutionRound
  participants: Participants
  voteCount: VoteCount
  bond: bigint | null
}

function StepContent(props: StepContentProps) {
  const { name, market, round, state } = props
  switch (name) {
    case "open":
      return <OpenedStep market={market} />
    case "proposal":
      return <ProposalStep {...props} />
    case "challenge":
      return (
        <MutedText isShown={state !== "done" || !round.dispute}>
          {describeChallenge(props)}
        </MutedText>
      )
    case "dispute":
      return <DisputeStep {...props} />
    case "vote":
      return <VoteStep {...props} />
    case "final":
      return <FinalOutcome {...props} />
  }
}

function MutedText({ isShown = true, children }: { isShown?: boolean; children: ReactNode }) {
  return isShown ? <p className="text-sm text-muted">{children}</p> : null
}

function OpenedStep({ market: { createdAt, createdTx, endTime, round } }: { market: MarketView }) {
  return (
    <p className="text-sm text-muted">
      Opened <TransactionTime event={{ time: createdAt, txHash: createdTx }} />.{" "}
      {endTime ? (
        <>
          {endTime <= new Date() ? "Ended" : "Ends"} <Time format="dateTime" time={endTime} />.
        </>
      ) : (
        "It has no end: an outcome can be proposed at any time."
      )}{" "}
      {round > 0 && `This is round ${round + 1}.`}
    </p>
  )
}

function ProposalStep({
  round: { proposal },
  market,
  participants,
  state,
  bond,
}: StepContentProps) {
  if (!proposal) {
    return (
      <MutedText isShown={state !== "done"}>
        Anybody may propose with {describeBond(bond)}
        {market.endTime ? " once the market has ended." : "."}
      </MutedText>
    )
  }
  return (
    <Participant event={proposal} participants={participants}>
      proposed <OutcomeName market={market} outcome={proposal.outcome} />
      {formatBond(proposal)}
    </Participant>
  )
}

function describeChallenge({ round, market, state, bond }: StepContentProps) {
  if (state === "done") return "Nobody disputed the proposal."
  if (state === "current" && !round.dispute) {
    return `Anybody may dispute with the same bond${bond === null ? "" : ` of ${formatAmount(bond)} USDB`}.`
  }
  return `${formatPeriod(market.challengeSeconds ?? 0)} in which anybody may dispute the proposal.`
}

function DisputeStep({ round, market, participants, voteCount: tally, state }: StepContentProps) {
  const { dispute, veto, votes } = round
  if (!dispute) {
    return (
      <MutedText isShown={state === "ahead"}>
        Only after a dispute: stakers vote for {formatPeriod(market.votingSeconds)}, and{" "}
        {formatPeriod(market.vetoSeconds ?? 0)} are left for a veto.
      </MutedText>
    )
  }
  return (
    <div className="grid gap-3">
      <Participant event={dispute} participants={participants}>
        disputed: <OutcomeName market={market} outcome={dispute.outcome} />
        {formatBond(dispute)}
      </Participant>
      <Votes
        isPrivate={false}
        isRunning={!round.end && !veto}
        options={market.options}
        participants={participants}
        voteCount={tally}
        votes={votes}
      />
      {veto && (
        <Participant event={veto} participants={participants}>
          vetoed for <OutcomeName market={market} outcome={veto.outcome} />
          {formatBond(veto)}
        </Participant>
      )}
      {veto && !round.end && <MutedText>The operator of the platform decides.</MutedText>}
    </div>
  )
}

function VoteStep({ round, market, participants, voteCount: tally, state }: StepContentProps) {
  if (state === "ahead") {
    return (
      <MutedText>
        The voters its creator has named decide. Voting ends {formatPeriod(market.votingSeconds)}{" "}
        after the first vote.
      </MutedText>
    )
  }
  return (
    <Votes
      isPrivate
      isRunning={!round.end}
      options={market.options}
      participants={participants}
      voteCount={tally}
      votes={round.votes}
    />
  )
}

function FinalOutcome({ round, market, participants, voteCount: tally, state }: StepContentProps) {
  const { end, bonds, invalidated } = round
  if (!end)
    return (
      <MutedText isShown={state === "current"}>
        {describePendingEnd({ round, market, voteCount: tally })}
      </MutedText>
    )
  return (
    <div className="grid gap-3">
      <Participant event={end} participants={participants}>
        {end.kind === "dispute_reset" ? (
          "ended the round: it was too early to say"
        ) : (
          <>
            made <OutcomeName market={market} outcome={end.outcome} /> final
          </>
        )}
      </Participant>
      {invalidated && (
        <MutedText>
          Stakes are paid back: {formatDateTime(invalidated.time)}. The general pot of{" "}
          {formatAmount(invalidated.usdc ?? 0n)} USDB went to the insurance.
        </MutedText>
      )}
      {bonds.map((bond) => (
        <Bond bond={bond} key={bond.id} people={participants} />
      ))}
    </div>
  )
}

/** What the finalization waits for. */
function describePendingEnd({
  round,
  market,
  voteCount: tally,
}: Pick<StepContentProps, "round" | "market" | "voteCount">) {
  const missing =
    market.kind === "public" && round.dispute && !round.veto && explainUndecided(tally)
  if (missing) return `The time is over, and more votes are needed. ${missing}`
  if (market.kind === "private" && tally.isTied) return "It is tied: another vote decides."
  return "The time is over: anybody may make it final."
}

function Bond({ bond, people }: { bond: ResolutionEvent; people: Participants }) {
  if (bond.kind === "bonds_seized") {
    return (
      <MutedText>{formatAmount(bond.usdc ?? 0n)} USDB of bonds went to the insurance.</MutedText>
    )
  }
  return (
    <Participant event={bond} participants={people}>
      got {formatAmount(bond.usdc ?? 0n)} USDB of bonds
    </Participant>
  )
}

/** ", bond 5 USDB". */
const formatBond = ({ usdc }: ResolutionEvent) =>
  usdc === null ? "" : `, bond ${formatAmount(usdc)} USDB`

function OutcomeName({ market, outcome }: { market: MarketView; outcome: number | null }) {
  return <bdi className="font-medium">{toOutcomeName(market.options, outcome ?? 0)}</bdi>
}

type PastRoundProps = {
  market: MarketView
  round: ResolutionRound
  number: number
  participants: Participants
}

/** A round that ended with "too early to say". */
function PastRound({ market, round, number, participants }: PastRoundProps) {
  const voteCount = countVotes(round.votes, null)
  const content = { market, round, participants, voteCount, bond: null, state: "done" } as const
  return (
    <details className="rounded-control border border-line px-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
        Round {number}: it was too early to say
      </summary>
      <div className="grid gap-3 py-3">
        <ProposalStep {...content} name="proposal" />
        <DisputeStep {...content} name="dispute" />
        <FinalOutcome {...content} name="final" />
      </div>
    </details>
  )
}
