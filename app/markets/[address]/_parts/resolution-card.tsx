import { ResolutionActions } from "@/components/markets/resolution/actions-island"
import type { People, Stake } from "@/components/markets/resolution/actor"
import { type ResolutionMarket, silenceEnd, vetoEnd } from "@/components/markets/resolution/plan"
import { RefreshAt } from "@/components/markets/resolution/refresh-at"
import { actorsOf, roundsOf } from "@/components/markets/resolution/rounds"
import { tallyOf } from "@/components/markets/resolution/tally"
import { Timeline } from "@/components/markets/resolution/timeline"
import { StatusBadge } from "@/components/markets/status-badge"
import { Card } from "@/components/ui/card"
import { Amount } from "@/components/ui/number"
import { deployment } from "@/lib/chain/deployment"
import { readBond } from "@/lib/markets/bonds"
import { findStakes, type ShareHolder } from "@/lib/markets/book/queries"
import { contractOf, type MarketMoney } from "@/lib/markets/onchain"
import { readQuorum } from "@/lib/markets/quorum"
import type { MarketView } from "@/lib/markets/schema"
import { nextChange } from "@/lib/markets/status"
import { outcomeName, statusWords } from "@/lib/markets/words"
import { findNames, type Names } from "@/lib/profiles/authors"
import { loadMoney, loadSteps } from "./load"

/** How the outcome is found: one timeline, and what anybody can do about it. */
export async function ResolutionCard({ market }: { market: MarketView }) {
  const { address, kind, status, options } = market
  const isDisputed = kind === "public" && market.disputedAt !== null
  const [steps, money, quorum, bond] = await Promise.all([
    loadSteps(address),
    loadMoney(address, kind),
    isDisputed ? readQuorum(address) : null,
    kind === "public" && !market.resolvedAt ? readBond(address) : null,
  ])
  const rounds = roundsOf(steps)
  const actors = actorsOf(steps)
  const [holders, names] = await Promise.all([findStakes(address, actors), findNames(actors)])
  const people = peopleOf(actors, names, stakesOf(holders, options))
  const tally = tallyOf(rounds.at(-1)?.votes ?? [], quorum)
  const now = new Date()
  const lateVetoEnd = isDisputed && !market.vetoedAt ? vetoEnd(market, tally) : null
  const silence = kind === "private" && !market.firstVoteAt ? silenceEnd(market) : null
  const change = market.resolvedAt ? null : nextChange(market, now, lateVetoEnd, silence)
  return (
    <div className="scroll-mt-20" id="resolution">
      <Card aside={<StatusBadge status={status} />} title="Resolution">
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-muted">{statusWords[status].meaning}</p>
          <Pots money={money} />
          <Timeline bond={bond} market={market} people={people} rounds={rounds} tally={tally} />
          <ResolutionActions
            contract={kind === "public" ? deployment().resolver : contractOf(kind)}
            market={forBrowser(market)}
            renderedAt={now}
            stakes={{ bounty: money.bountyPool, bond }}
            tally={tally}
          />
        </div>
      </Card>
      {change && <RefreshAt time={change} />}
    </div>
  )
}

function Pots({ money: { pool, bountyPool } }: { money: MarketMoney }) {
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

function stakesOf(holders: readonly ShareHolder[], options: readonly string[]) {
  const stakes = new Map<string, Stake[]>()
  for (const { wallet, outcome, shares } of holders) {
    const held = stakes.get(wallet) ?? []
    held.push({ outcome: outcomeName(options, outcome), shares })
    stakes.set(wallet, held)
  }
  return stakes
}

function peopleOf(
  actors: readonly string[],
  names: Names,
  stakes: ReadonlyMap<string, readonly Stake[]>,
): People {
  return new Map(
    actors.map((wallet) => [wallet, { name: names[wallet], held: stakes.get(wallet) ?? [] }]),
  )
}

/** What the actions depend on; nothing more is sent to the browser. */
function forBrowser(market: MarketView): ResolutionMarket {
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
