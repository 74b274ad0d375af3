import type { ReactNode } from "react"
import { cn } from "@/components/ui/cn"
import { Countdown } from "@/components/ui/countdown"
import { Badge } from "@/components/ui/figures"
import { Icon, type IconName } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatAmount, formatDateTime } from "@/lib/format"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import { endsUndecided } from "./action-plan"
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
export function Timeline({ rounds, ...props }: TimelineProps) {
  const { market, participants } = props
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
        {createTimeline(market, current).map((step) => {
          const Content = stepContents[step.name]
          return (
            <Step key={step.name} step={step}>
              <Content {...props} round={current} state={step.state} />
            </Step>
          )
        })}
      </ol>
    </div>
  )
}

const titles: Record<StepName, string> = {
  open: "Open",
  proposal: "Proposal",
  challenge: "Challenge period",
  dispute: "Dispute",
  vote: "Vote",
  final: "Final",
}

const stateStyles: Record<StepState, { icon: IconName; color: string; label: string }> = {
  done: { icon: "done", color: "text-kelp", label: "Done" },
  current: { icon: "clock", color: "text-accent", label: "In progress" },
  ahead: { icon: "minus", color: "text-muted", label: "Upcoming" },
  passed: { icon: "right", color: "text-muted", label: "Skipped" },
}

type StepProps = { step: TimelineStep; children: ReactNode }

function Step({ step: { name, state, endsAt }, children }: StepProps) {
  const { icon, color, label } = stateStyles[state]
  return (
    <li aria-current={state === "current" ? "step" : undefined} className="resolution-step">
      <span className={cn("mt-0.5", color)}>
        <Icon name={icon} size={18} />
      </span>
      <div className="grid min-w-0 gap-2">
        <h3 className="resolution-step-name">
          {titles[name]}
          <Badge tone={state === "current" ? "warning" : "neutral"}>{label}</Badge>
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

type RoundProps = {
  market: MarketView
  round: ResolutionRound
  participants: Participants
  voteCount: VoteCount
  bond: bigint | null
}

type StepContentProps = RoundProps & { state: StepState }

const stepContents: Record<StepName, (props: StepContentProps) => ReactNode> = {
  open: OpenedStep,
  proposal: ProposalStep,
  challenge: ChallengeStep,
  dispute: DisputeStep,
  vote: VoteStep,
  final: FinalStep,
}

function MutedText({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>
}

function OpenedStep({ market: { createdAt, createdTx, endTime, round } }: StepContentProps) {
  return (
    <MutedText>
      Opened <TransactionTime event={{ time: createdAt, txHash: createdTx }} />.{" "}
      {endTime ? (
        <>
          {endTime <= new Date() ? "Ended" : "Ends"} <Time format="dateTime" time={endTime} />.
        </>
      ) : (
        "No end time: the outcome can be proposed at any time."
      )}{" "}
      {round > 0 && `Round ${round + 1}.`}
    </MutedText>
  )
}

function ProposalStep({ round, market, participants, state, bond }: StepContentProps) {
  const { proposal } = round
  if (proposal) {
    return (
      <Participant event={proposal} participants={participants}>
        proposed <OutcomeName market={market} outcome={proposal.outcome} />
        {formatBond(proposal)}
      </Participant>
    )
  }
  if (state === "done") return null
  return (
    <MutedText>
      Anyone can propose the outcome with {describeBond(bond)}
      {market.endTime ? " once the market has ended." : "."}
    </MutedText>
  )
}

function ChallengeStep({ round, market, state, bond }: StepContentProps) {
  if (state === "done") {
    return round.dispute ? null : <MutedText>The proposal was not disputed.</MutedText>
  }
  return (
    <MutedText>
      {state === "current" && !round.dispute
        ? `Anyone can dispute the proposal with the same bond${bond === null ? "" : ` of ${formatAmount(bond)} USDB`}.`
        : `Anyone can dispute the proposal for ${formatPeriod(market.challengeSeconds ?? 0)}.`}
    </MutedText>
  )
}

function DisputeStep({ round, state, ...props }: StepContentProps) {
  const { market, participants, voteCount } = props
  const { dispute, veto } = round
  if (!dispute) {
    if (state !== "ahead") return null
    return (
      <MutedText>
        Only after a dispute: stakers vote for {formatPeriod(market.votingSeconds)}, followed by a
        veto period of {formatPeriod(market.vetoSeconds ?? 0)}.
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
        voteCount={voteCount}
        votes={round.votes}
      />
      {veto && (
        <Participant event={veto} participants={participants}>
          vetoed for <OutcomeName market={market} outcome={veto.outcome} />
          {formatBond(veto)}
        </Participant>
      )}
      {veto && !round.end && <MutedText>The platform operator decides.</MutedText>}
    </div>
  )
}

function VoteStep({ round, state, ...props }: StepContentProps) {
  const { market, participants, voteCount } = props
  if (state === "ahead") {
    return (
      <MutedText>
        Voters named by the creator decide. Voting ends {formatPeriod(market.votingSeconds)} after
        the first vote.
      </MutedText>
    )
  }
  return (
    <Votes
      isPrivate
      isRunning={!round.end}
      options={market.options}
      participants={participants}
      voteCount={voteCount}
      votes={round.votes}
    />
  )
}

function FinalStep({ round, market, participants, voteCount, state }: StepContentProps) {
  const { end, bonds, invalidated } = round
  if (!end) {
    if (state !== "current") return null
    return <MutedText>{describePendingEnd(market, round, voteCount)}</MutedText>
  }
  return (
    <div className="grid gap-3">
      <Participant event={end} participants={participants}>
        {end.kind === "dispute_reset" ? (
          "ended the round: too early to say"
        ) : (
          <>
            finalized <OutcomeName market={market} outcome={end.outcome} />
          </>
        )}
      </Participant>
      {invalidated && (
        <MutedText>
          Stakes are refunded since {formatDateTime(invalidated.time)}. The general pot of{" "}
          {formatAmount(invalidated.usdc ?? 0n)} USDB went to the insurance.
        </MutedText>
      )}
      {bonds.map((bond) =>
        bond.kind === "bonds_seized" ? (
          <MutedText key={bond.id}>
            {formatAmount(bond.usdc ?? 0n)} USDB of bonds went to the insurance.
          </MutedText>
        ) : (
          <Participant event={bond} key={bond.id} participants={participants}>
            received {formatAmount(bond.usdc ?? 0n)} USDB of bonds
          </Participant>
        ),
      )}
    </div>
  )
}

/** The event that the finalization waits for. */
function describePendingEnd(market: MarketView, round: ResolutionRound, voteCount: VoteCount) {
  const isVoteOfStakers = market.kind === "public" && round.dispute && !round.veto
  const missing = isVoteOfStakers && explainUndecided(voteCount)
  if (missing && endsUndecided(market)) {
    return `Anyone can end the round. ${missing} Without a decision, proposer and disputer lose half of their bonds.`
  }
  if (missing) return `The voting period is over, but more votes are needed. ${missing}`
  if (market.kind === "private" && voteCount.isTied) {
    return "The vote is tied. Another vote must break the tie."
  }
  return "Anyone can finalize the outcome."
}

/** ", bond 5 USDB". */
const formatBond = ({ usdc }: ResolutionEvent) =>
  usdc === null ? "" : `, bond ${formatAmount(usdc)} USDB`

function OutcomeName({ market, outcome }: { market: MarketView; outcome: number | null }) {
  return <bdi className="font-medium">{toOutcomeName(market.options, outcome ?? 0)}</bdi>
}

type PastRoundProps = Omit<RoundProps, "voteCount" | "bond"> & { number: number }

/** A round that ended with "too early to say". */
function PastRound({ number, ...props }: PastRoundProps) {
  const voteCount = countVotes(props.round.votes, null)
  const content = { ...props, voteCount, bond: null, state: "done" } as const
  return (
    <details className="rounded-control border border-line px-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
        Round {number}: too early to say
      </summary>
      <div className="grid gap-3 py-3">
        <ProposalStep {...content} />
        <DisputeStep {...content} />
        <FinalStep {...content} />
      </div>
    </details>
  )
}
