"use client"

import Link from "next/link"
import { useState } from "react"
import { isAddressEqual } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { Button, ButtonLink } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { useNow } from "@/components/ui/use-now"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { ADDRESS_PATTERN } from "@/lib/address"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, shortenAddress } from "@/lib/format"
import {
  createStakeRequest,
  createUnstakeCall,
  type ResolutionTarget,
} from "@/lib/markets/resolution-calls"
import { STAKE_AMOUNT } from "@/lib/markets/resolution-rules"
import { AVAILABLE, type Availability, unavailable } from "./action-plan"
import { ActionRow } from "./action-row"
import { RiskTerms } from "./resolution-action"
import type { VoterState } from "./voter-state"

type StakeRowProps = { target: ResolutionTarget; stake: VoterState["stake"] }

/** Stakes the 5 tokens that a voter needs, or unstakes them. */
export function StakeRow({ target, stake }: StakeRowProps) {
  return stake ? <Unstake target={target} stake={stake} /> : <StakeForm target={target} />
}

const STAKE_TEXT = {
  verb: "Stake",
  title: "Stake to vote",
  lead: "Stake 5 TIDE, or 5 of any listed token, to vote in disputes.",
  money: "5 tokens, held by the resolver. You can unstake them.",
  risk: "Nothing. The stake cannot be taken. It is locked for 24 hours after each vote, and until the disputes you voted in are over.",
  next: "You can vote immediately, and unstake while no vote locks the stake.",
}

function StakeForm({ target }: { target: ResolutionTarget }) {
  const [isOpen, setOpen] = useState(false)
  const { contracts } = useBrowserConfig()
  const { address, status } = useWallet()
  const [text, setText] = useState("")
  const typed = text.trim()
  const isWrong = typed !== "" && !ADDRESS_PATTERN.test(typed)
  const token = typed === "" || isWrong ? contracts.mainToken : toAddress(typed)
  const { data: balance } = useTokenBalance(token, address)
  const transaction = useTransaction({ name: "stake", title: "Stake 5 tokens to vote" })
  const isShort = balance !== undefined && balance < STAKE_AMOUNT
  const name = typed === "" || isWrong ? "TIDE" : shortenAddress(token)
  const confirm = () => {
    setOpen(false)
    return transaction.run({ ...createStakeRequest(target.contract, token), action: null })
  }
  return (
    <ActionRow
      availability={AVAILABLE}
      isPending={transaction.isRunning}
      onPress={status === "connected" ? () => setOpen(true) : openConnect}
      text={STAKE_TEXT}
    >
      <TransactionProgress state={transaction.state} success="Staked" />
      <Dialog
        footer={
          <div className="grid gap-2">
            {isShort && (
              <Notice
                action={
                  <ButtonLink href={`/tokens/${token.toLowerCase()}`} variant="secondary">
                    Get {name}
                  </ButtonLink>
                }
                title={`Insufficient ${name}: you have ${formatAmount(balance)}, the stake is 5`}
                tone="warning"
              />
            )}
            <Button disabled={isWrong || isShort} onClick={confirm}>
              Approve and stake 5 {name}
            </Button>
          </div>
        }
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={STAKE_TEXT.title}
      >
        <div className="grid gap-4">
          <Field
            autoCapitalize="none"
            error={isWrong ? "Enter a token address." : null}
            hint="The address of a listed token. Leave empty for TIDE."
            label="Token to stake"
            onChange={(event) => setText(event.target.value)}
            placeholder="TIDE"
            spellCheck={false}
            value={text}
          />
          <RiskTerms text={STAKE_TEXT} />
        </div>
      </Dialog>
    </ActionRow>
  )
}

type Stake = NonNullable<VoterState["stake"]>

function Unstake({ target, stake }: { target: ResolutionTarget; stake: Stake }) {
  const now = useNow()
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: "unstake", title: "Unstake" })
  const token = toAddress(stake.token)
  const name = token === contracts.mainToken ? "TIDE" : shortenAddress(token)
  return (
    <ActionRow
      availability={checkUnstake(stake, target, now)}
      isPending={transaction.isRunning}
      onPress={() =>
        transaction.run({ call: createUnstakeCall(target.contract, token), action: null })
      }
      text={{
        verb: "Unstake",
        title: `Your stake of ${formatAmount(stake.amount)} ${name}`,
        lead: "Unstaking returns the full amount. You can no longer vote without a stake.",
      }}
    >
      {stake.lockedBy && !isAddressEqual(stake.lockedBy, target.token) && (
        <Link className="text-link text-sm" href={`/markets/${stake.lockedBy.toLowerCase()}`}>
          View that market
        </Link>
      )}
      <TransactionProgress hasApproval={false} state={transaction.state} success="Unstaked" />
    </ActionRow>
  )
}

function checkUnstake(
  { lockedBy, lockedUntil }: Stake,
  { token }: ResolutionTarget,
  now: number,
): Availability {
  if (lockedBy) {
    const dispute = isAddressEqual(lockedBy, token)
      ? "this dispute"
      : "the dispute of another market"
    return unavailable(`Locked by your vote until ${dispute} is over.`)
  }
  return lockedUntil.getTime() > now
    ? unavailable("Locked for 24 hours after a vote, and until its dispute is over.", lockedUntil)
    : AVAILABLE
}
