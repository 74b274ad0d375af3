import {
  findNoVoteDeadline,
  findVetoEnd,
  type ResolutionMarket,
} from "@/components/markets/resolution/action-plan"
import type { Holding, Participants } from "@/components/markets/resolution/participant"
import { RefreshAt } from "@/components/markets/resolution/refresh-at"
import { ResolutionActions } from "@/components/markets/resolution/resolution-actions"
import { groupRounds, listParticipants } from "@/components/markets/resolution/rounds"
import { Timeline } from "@/components/markets/resolution/timeline"
import { countVotes } from "@/components/markets/resolution/vote-count"
import { StatusBadge } from "@/components/markets/status-badge"
import { Card } from "@/components/ui/card"
import { Amount } from "@/components/ui/number"
import { getDeployment } from "@/lib/chain/deployment"
import { readBond } from "@/lib/markets/bonds"
import { statusLabels, toOutcomeName } from "@/lib/markets/labels"
import { getMarketContract, type MarketPots } from "@/lib/markets/onchain"
import { findWalletShares, type ShareHolder } from "@/lib/markets/orders/book-queries"
import { readQuorum } from "@/lib/markets/quorum"
import type { MarketView } from "@/lib/markets/schema"
import { findNextChange } from "@/lib/markets/status"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"
import { loadPots, loadResolutionEvents } from "./load"

/** The resolution: its timeline and the available actions. */
export async function ResolutionCard({ market }: { market: MarketView }) {
  const { address, kind, status, options } = market
  const isDisputed = kind === "public" && market.disputedAt !== null
  const [steps, money, quorum, bond] = await Promise.all([
    loadResolutionEvents(address),
    loadPots(address, kind),
    isDisputed ? readQuorum(address) : null,
    kind === "public" && !market.resolvedAt ? readBond(address) : null,
  ])
  const rounds = groupRounds(steps)
  const actors = listParticipants(steps)
  const [holders, names] = await Promise.all([
    findWalletShares(address, actors),
    findUsernames(actors),
  ])
  const people = createParticipants(actors, names, groupHoldings(holders, options))
  const tally = countVotes(rounds.at(-1)?.votes ?? [], quorum)
  const now = new Date()
  const lateVetoEnd = isDisputed && !market.vetoedAt ? findVetoEnd(market, tally) : null
  const silence = kind === "private" && !market.firstVoteAt ? findNoVoteDeadline(market) : null
  const change = market.resolvedAt ? null : findNextChange(market, now, lateVetoEnd, silence)
  return (
    <div className="scroll-mt-20" id="resolution">
      <Card aside={<StatusBadge status={status} />} title="Resolution">
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-muted">{statusLabels[status].meaning}</p>
          <Pots money={money} />
          <Timeline
            bond={bond}
            market={market}
            participants={people}
            rounds={rounds}
            voteCount={tally}
          />
          <ResolutionActions
            contract={kind === "public" ? getDeployment().resolver : getMarketContract(kind)}
            market={toResolutionMarket(market)}
            renderedAt={now}
            amounts={{ bounty: money.bountyPool, bond }}
            voteCount={tally}
          />
        </div>
      </Card>
      {change && <RefreshAt time={change} />}
    </div>
  )
}

function Pots({ money: { pool, bountyPool } }: { money: MarketPots }) {
  if (pool === null || bountyPool === null) return null
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      <span>
        <span className="text-muted">Winners share</span> <Amount unit="USDB" value={pool} />
      </span>
      <span>
        <span className="text-muted">Bounty for those who settle</span>{" "}
        <Amount unit="USDB" value={bountyPool} />
      </span>
    </p>
  )
}

function groupHoldings(holders: readonly ShareHolder[], options: readonly string[]) {
  const stakes = new Map<string, Holding[]>()
  for (const { wallet, outcome, shares } of holders) {
    const held = stakes.get(wallet) ?? []
    held.push({ outcome: toOutcomeName(options, outcome), shares })
    stakes.set(wallet, held)
  }
  return stakes
}

function createParticipants(
  actors: readonly string[],
  names: Usernames,
  stakes: ReadonlyMap<string, readonly Holding[]>,
): Participants {
  return new Map(
    actors.map((wallet) => [wallet, { name: names[wallet], held: stakes.get(wallet) ?? [] }]),
  )
}

/** The part of a market that the client component needs. */
function toResolutionMarket(market: MarketView): ResolutionMarket {
  const { address, name, symbol, kind, options, createdAt, endTime } = market
  const { round, firstVoteAt } = market
  const { challengeSeconds, votingSeconds, vetoSeconds } = market
  const { proposedOutcome, proposedAt, disputedOutcome, disputedAt, vetoOutcome, vetoedAt } = market
  const { finalOutcome, resolvedAt, invalidatedAt } = market
  return {
    ...{ address, name, symbol, kind, options, createdAt, endTime, round, firstVoteAt },
    ...{ challengeSeconds, votingSeconds, vetoSeconds },
    ...{ proposedOutcome, proposedAt, disputedOutcome, disputedAt, vetoOutcome, vetoedAt },
    ...{ finalOutcome, resolvedAt, invalidatedAt },
  }
}
