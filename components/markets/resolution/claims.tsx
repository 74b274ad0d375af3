"use client"

import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { type TransactionRequest, useTransaction } from "@/components/wallet/use-transaction"
import { amount } from "@/lib/format"
import { outcomeName } from "@/lib/markets/words"
import { ActionRow } from "./action-row"
import { claimCall, claimEarlyCall, type Place } from "./calls"
import { closed, OPEN, type ResolutionMarket } from "./plan"
import { StakeRow } from "./stake-row"
import type { Standing } from "./standing"

type ClaimsProps = { market: ResolutionMarket; place: Place; standing: Standing }

/** What is left for a voter: parts of bounties, and the stake once it is needed no more. */
export function Claims({ market, place, standing }: ClaimsProps) {
  const { stake, bounty, choice, earlyBounties } = standing
  const isDisputed = market.disputedAt && !market.vetoedAt && !market.resolvedAt
  const isFinal = market.finalOutcome !== null && market.resolvedAt !== null
  return (
    <ul className="divide-y divide-line empty:hidden">
      {isFinal && (bounty > 0n || choice !== null) && (
        <Claim
          call={claimCall(place)}
          lead={
            bounty > 0n
              ? "Your vote was for the outcome that won."
              : whyNothing(market, choice ?? 0)
          }
          name={`bounty.${market.address}`}
          value={bounty}
        />
      )}
      {earlyBounties.map(({ round, amount: value }) => (
        <Claim
          call={claimEarlyCall(place, round)}
          key={round}
          lead={`You voted in round ${round + 1} that it was too early; half of the proposer's bond is shared.`}
          name={`early.${market.address}.${round}`}
          value={value}
        />
      ))}
      {stake && !isDisputed && <StakeRow place={place} stake={stake} />}
    </ul>
  )
}

function whyNothing({ options, finalOutcome }: ResolutionMarket, choice: number) {
  return choice === finalOutcome
    ? "You voted for the outcome that won; there is nothing left to claim."
    : `You voted “${outcomeName(options, choice)}”, which did not win: there is no bounty for it.`
}

type ClaimProps = {
  name: string
  lead: string
  value: bigint
  call: TransactionRequest["call"]
}

function Claim({ name, lead, value, call }: ClaimProps) {
  const title = value > 0n ? `Claim ${amount(value)} USDB of the bounty` : "Bounty"
  const transaction = useTransaction({ name, title })
  return (
    <ActionRow
      availability={value > 0n ? OPEN : closed("Nothing to claim.")}
      isPending={transaction.isRunning}
      onPress={() => transaction.run({ call })}
      text={{ verb: "Claim", title, lead }}
    >
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The bounty is in your wallet"
      />
    </ActionRow>
  )
}
