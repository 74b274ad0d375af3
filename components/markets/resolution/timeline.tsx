import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import { Countdown } from "@/components/ui/countdown"
import { Badge } from "@/components/ui/figures"
import { Icon, type IconName } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { amount, dateTime } from "@/lib/format"
import type { MarketView } from "@/lib/markets/schema"
import { outcomeName } from "@/lib/markets/words"
import { Actor, type People, TransactionTime } from "./actor"
import { bondWords } from "./explain"
import { period } from "./period"
import type { Event, Round } from "./rounds"
import { type Tally, tallyOf, undecided } from "./tally"
import { type StepName, type StepState, type TimelineStep, timelineOf } from "./timeline-steps"
import { Votes } from "./votes"

type TimelineProps = {
  market: MarketView
  rounds: readonly Round[]
  people: People
  tally: Tally
  /** USDB of a proposal, a dispute or a veto now; null while the chain does not tell. */
  bond: bigint | null
}

/** How an outcome is found, step by step: who did what, with which bond, and how long there is. */
export function Timeline({ market, rounds, people, tally, bond }: TimelineProps) {
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
          people={people}
        />
      ))}
      <ol aria-label="Steps of the resolution" className="grid">
        {timelineOf(market, current).map((step) => (
          <Step key={step.name} market={market} step={step}>
            <Content
              bond={bond}
              market={market}
              name={step.name}
              round={current}
              people={people}
              state={step.state}
              tally={tally}
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

const marks: Record<StepState, { icon: IconName; look: string; word: string }> = {
  done: { icon: "done", look: "text-kelp", word: "done" },
  current: { icon: "clock", look: "text-accent", word: "now" },
  ahead: { icon: "minus", look: "text-muted", word: "to come" },
  passed: { icon: "right", look: "text-muted", word: "not needed" },
}

type StepProps = { market: MarketView; step: TimelineStep; children: ReactNode }

function Step({ step: { name, state, endsAt }, children }: StepProps) {
  const { icon, look, word } = marks[state]
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-l-2 border-line py-2 pl-3"
    >
      <span className={classes("mt-0.5", look)}>
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

type ContentProps = {
  name: StepName
  state: StepState
  market: MarketView
  round: Round
  people: People
  tally: Tally
  bond: bigint | null
}

function Content(props: ContentProps) {
  const { name, market, round, state } = props
  switch (name) {
    case "open":
      return <Opened market={market} />
    case "proposal":
      return <Proposal {...props} />
    case "challenge":
      return <Muted isShown={state !== "done" || !round.dispute}>{challengeWords(props)}</Muted>
    case "dispute":
      return <Dispute {...props} />
    case "vote":
      return <Vote {...props} />
    case "final":
      return <Ending {...props} />
  }
}

function Muted({ isShown = true, children }: { isShown?: boolean; children: ReactNode }) {
  return isShown ? <p className="text-sm text-muted">{children}</p> : null
}

function Opened({ market: { createdAt, createdTx, endTime, round } }: { market: MarketView }) {
  return (
    <p className="text-sm text-muted">
      Opened <TransactionTime event={{ time: createdAt, txHash: createdTx }} />.{" "}
      {endTime ? (
        <>
          {endTime <= new Date() ? "Ended" : "Ends"} <Time look="dateTime" time={endTime} />.
        </>
      ) : (
        "It has no end: an outcome can be proposed at any time."
      )}{" "}
      {round > 0 && `This is round ${round + 1}.`}
    </p>
  )
}

function Proposal({ round: { proposal }, market, people, state, bond }: ContentProps) {
  if (!proposal) {
    return (
      <Muted isShown={state !== "done"}>
        Anybody may propose with {bondWords(bond)}
        {market.endTime ? " once the market has ended." : "."}
      </Muted>
    )
  }
  return (
    <Actor event={proposal} people={people}>
      proposed <Named market={market} outcome={proposal.outcome} />
      {bondOf(proposal)}
    </Actor>
  )
}

function challengeWords({ round, market, state, bond }: ContentProps) {
  if (state === "done") return "Nobody disputed the proposal."
  if (state === "current" && !round.dispute) {
    return `Anybody may dispute with the same bond${bond === null ? "" : ` of ${amount(bond)} USDB`}.`
  }
  return `${period(market.challengeSeconds ?? 0)} in which anybody may dispute the proposal.`
}

function Dispute({ round, market, people, tally, state }: ContentProps) {
  const { dispute, veto, votes } = round
  if (!dispute) {
    return (
      <Muted isShown={state === "ahead"}>
        Only after a dispute: stakers vote for {period(market.votingSeconds)}, and{" "}
        {period(market.vetoSeconds ?? 0)} are left for a veto.
      </Muted>
    )
  }
  return (
    <div className="grid gap-3">
      <Actor event={dispute} people={people}>
        disputed: <Named market={market} outcome={dispute.outcome} />
        {bondOf(dispute)}
      </Actor>
      <Votes
        isPrivate={false}
        isRunning={!round.end && !veto}
        options={market.options}
        people={people}
        tally={tally}
        votes={votes}
      />
      {veto && (
        <Actor event={veto} people={people}>
          vetoed for <Named market={market} outcome={veto.outcome} />
          {bondOf(veto)}
        </Actor>
      )}
      {veto && !round.end && <Muted>The operator of the platform decides.</Muted>}
    </div>
  )
}

function Vote({ round, market, people, tally, state }: ContentProps) {
  if (state === "ahead") {
    return (
      <Muted>
        The voters its creator has named decide. Voting ends {period(market.votingSeconds)} after
        the first vote.
      </Muted>
    )
  }
  return (
    <Votes
      isPrivate
      isRunning={!round.end}
      options={market.options}
      people={people}
      tally={tally}
      votes={round.votes}
    />
  )
}

function Ending({ round, market, people, tally, state }: ContentProps) {
  const { end, bonds, invalidated } = round
  if (!end)
    return <Muted isShown={state === "current"}>{awaitedEnd({ round, market, tally })}</Muted>
  return (
    <div className="grid gap-3">
      <Actor event={end} people={people}>
        {end.kind === "dispute_reset" ? (
          "ended the round: it was too early to say"
        ) : (
          <>
            made <Named market={market} outcome={end.outcome} /> final
          </>
        )}
      </Actor>
      {invalidated && (
        <Muted>
          Stakes are paid back: {dateTime(invalidated.time)}. The general pot of{" "}
          {amount(invalidated.usdc ?? 0n)} USDB went to the insurance.
        </Muted>
      )}
      {bonds.map((bond) => (
        <Bond bond={bond} key={bond.id} people={people} />
      ))}
    </div>
  )
}

/** What is still missing once the time is over. */
function awaitedEnd({ round, market, tally }: Pick<ContentProps, "round" | "market" | "tally">) {
  const missing = market.kind === "public" && round.dispute && !round.veto && undecided(tally)
  if (missing) return `The time is over, and more votes are needed. ${missing}`
  if (market.kind === "private" && tally.isTied) return "It is tied: another vote decides."
  return "The time is over: anybody may make it final."
}

function Bond({ bond, people }: { bond: Event; people: People }) {
  if (bond.kind === "bonds_seized") {
    return <Muted>{amount(bond.usdc ?? 0n)} USDB of bonds went to the insurance.</Muted>
  }
  return (
    <Actor event={bond} people={people}>
      got {amount(bond.usdc ?? 0n)} USDB of bonds
    </Actor>
  )
}

/** ", bond 5 USDB". */
const bondOf = ({ usdc }: Event) => (usdc === null ? "" : `, bond ${amount(usdc)} USDB`)

function Named({ market, outcome }: { market: MarketView; outcome: number | null }) {
  return <bdi className="font-medium">{outcomeName(market.options, outcome ?? 0)}</bdi>
}

type PastRoundProps = { market: MarketView; round: Round; number: number; people: People }

/** A round that ended with "too early to say". */
function PastRound({ market, round, number, people }: PastRoundProps) {
  const tally = tallyOf(round.votes, null)
  const content = { market, round, people, tally, bond: null, state: "done" } as const
  return (
    <details className="rounded-control border border-line px-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
        Round {number}: it was too early to say
      </summary>
      <div className="grid gap-3 py-3">
        <Proposal {...content} name="proposal" />
        <Dispute {...content} name="dispute" />
        <Ending {...content} name="final" />
      </div>
    </details>
  )
}
