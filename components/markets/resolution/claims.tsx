"use client"

import type { ActionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import type { ContractCall } from "@/lib/chain/call"
import { formatAmount } from "@/lib/format"
import { toOutcomeName } from "@/lib/markets/labels"
import {
  createClaimCall,
  createEarlyClaimCall,
  type ResolutionTarget,
} from "@/lib/markets/resolution-calls"
import { AVAILABLE, type ResolutionMarket, unavailable } from "./action-plan"
import { ActionRow } from "./action-row"
import { StakeRow } from "./stake-row"
import type { VoterState } from "./voter-state"

type ClaimsProps = { market: ResolutionMarket; target: ResolutionTarget; voterState: VoterState }

/** The voter's claims: bounties and the stake. */
export function Claims({ market, target, voterState }: ClaimsProps) {
  const { stake, bounty, choice, earlyBounties } = voterState
  const isDisputed = market.disputedAt && !market.vetoedAt && !market.resolvedAt
  const isFinal = market.finalOutcome !== null && market.resolvedAt !== null
  return (
    <ul className="divide-y divide-line empty:hidden">
      {isFinal && (bounty > 0n || choice !== null) && (
        <Claim
          action={{ action: "market.claimBounty", market: market.address }}
          call={createClaimCall(target)}
          lead={
            bounty > 0n
              ? "You voted for the winning outcome."
              : explainNoBounty(market, choice ?? 0)
          }
          name={`bounty.${market.address}`}
          value={bounty}
        />
      )}
      {earlyBounties.map(({ round, amount: value }) => (
        <Claim
          action={null}
          call={createEarlyClaimCall(target, round)}
          key={round}
          lead={`You voted “Too early to say” in round ${round + 1}. Its voters share a part of the proposer's bond.`}
          name={`early.${market.address}.${round}`}
          value={value}
        />
      ))}
      {stake && !isDisputed && <StakeRow target={target} stake={stake} />}
    </ul>
  )
}

function explainNoBounty({ options, finalOutcome }: ResolutionMarket, choice: number) {
  return choice === finalOutcome
    ? "You voted for the winning outcome. There is nothing left to claim."
    : `You voted “${toOutcomeName(options, choice)}”, which did not win.`
}

type ClaimProps = {
  name: string
  lead: string
  value: bigint
  action: ActionRequest | null
  call: ContractCall
}

function Claim({ name, lead, value, action, call }: ClaimProps) {
  const title = value > 0n ? `Bounty of ${formatAmount(value)} USDB` : "Bounty"
  const transaction = useTransaction({ name, title })
  return (
    <ActionRow
      availability={value > 0n ? AVAILABLE : unavailable("Nothing to claim.")}
      isPending={transaction.isRunning}
      onPress={() => transaction.run({ call, action })}
      text={{ verb: "Claim", title, lead }}
    >
      <TransactionProgress hasApproval={false} state={transaction.state} success="Bounty claimed" />
    </ActionRow>
  )
}
