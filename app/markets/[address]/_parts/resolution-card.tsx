import {
  findNoVoteDeadline,
  findVetoEnd,
  planActions,
  toResolutionMarket,
} from "@/components/markets/resolution/action-plan"
import { ActionRow } from "@/components/markets/resolution/action-row"
import type { ActionsProps } from "@/components/markets/resolution/actions"
import { explain } from "@/components/markets/resolution/explain"
import type { Participants } from "@/components/markets/resolution/participant"
import { RefreshAt } from "@/components/markets/resolution/refresh-at"
import { ResolutionActions } from "@/components/markets/resolution/resolution-actions"
import { groupRounds, listParticipants } from "@/components/markets/resolution/rounds"
import { Timeline } from "@/components/markets/resolution/timeline"
import { countVotes } from "@/components/markets/resolution/vote-count"
import { StatusBadge } from "@/components/markets/status-badge"
import { Card } from "@/components/ui/card"
import { Amount } from "@/components/ui/number"
import { getDeployment } from "@/lib/chain/deployment"
import { statusLabels, toOutcomeName } from "@/lib/markets/labels"
import { getMarketContract, type MarketPots, readBond, readQuorum } from "@/lib/markets/onchain"
import { findWalletShares, type ShareHolder } from "@/lib/markets/orders/book-queries"
import type { MarketView } from "@/lib/markets/schema"
import { findNextChange } from "@/lib/markets/status"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"
import { loadPots, loadResolutionEvents } from "./load"

/** The resolution: its timeline and the available actions. */
export async function ResolutionCard({ market }: { market: MarketView }) {
  const { address, kind, status, options } = market
  const isDisputed = kind === "public" && market.disputedAt !== null
  const [events, pots, quorum, bond] = await Promise.all([
    loadResolutionEvents(address),
    loadPots(address, kind),
    isDisputed ? readQuorum(address) : null,
    kind === "public" && !market.resolvedAt ? readBond(address) : null,
  ])
  const rounds = groupRounds(events)
  const wallets = listParticipants(events)
  const [holders, names] = await Promise.all([
    findWalletShares(address, wallets),
    findUsernames(wallets),
  ])
  const voteCount = countVotes(rounds.at(-1)?.votes ?? [], quorum)
  const now = new Date()
  const lateVetoEnd = isDisputed && !market.vetoedAt ? findVetoEnd(market, voteCount) : null
  const noVoteDeadline =
    kind === "private" && !market.firstVoteAt ? findNoVoteDeadline(market) : null
  const actions = {
    market: toResolutionMarket(market),
    renderedAt: now,
    amounts: { bounty: pots.bountyPool, bond },
    voteCount,
  }
  const change = market.resolvedAt ? null : findNextChange(market, now, lateVetoEnd, noVoteDeadline)
  return (
    <div className="scroll-mt-20" id="resolution">
      <Card aside={<StatusBadge status={status} />} title="Resolution">
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-muted">{statusLabels[status].meaning}</p>
          <Pots pots={pots} />
          <Timeline
            bond={bond}
            market={market}
            participants={createParticipants(wallets, names, holders, options)}
            rounds={rounds}
            voteCount={voteCount}
          />
          <ResolutionActions
            {...actions}
            contract={kind === "public" ? getDeployment().resolver : getMarketContract(kind)}
            placeholder={<StaticActions {...actions} />}
          />
        </div>
      </Card>
      {change && <RefreshAt time={change} />}
    </div>
  )
}

function Pots({ pots: { pool, bountyPool } }: { pots: MarketPots }) {
  if (pool === null || bountyPool === null) return null
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      <span>
        <span className="text-muted">Payout pool</span> <Amount unit="USDB" value={pool} />
      </span>
      <span>
        <span className="text-muted">Resolution bounty</span>{" "}
        <Amount unit="USDB" value={bountyPool} />
      </span>
    </p>
  )
}

function createParticipants(
  wallets: readonly string[],
  names: Usernames,
  holders: readonly ShareHolder[],
  options: readonly string[],
): Participants {
  return new Map(
    wallets.map((wallet) => {
      const held = holders
        .filter((holder) => holder.wallet === wallet)
        .map(({ outcome, shares }) => ({ outcome: toOutcomeName(options, outcome), shares }))
      return [wallet, { name: names[wallet], held }]
    }),
  )
}

type Props = Omit<ActionsProps, "contract">

/** The actions of a resolution as a visitor without a wallet sees them. */
function StaticActions({ market, voteCount, amounts, renderedAt }: Props) {
  const plan = planActions(market, voteCount, renderedAt).filter(({ kind }) => kind !== "decide")
  if (plan.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {plan.map(({ kind, availability }) => (
        <ActionRow availability={availability} key={kind} text={explain(kind, market, amounts)} />
      ))}
    </ul>
  )
}
