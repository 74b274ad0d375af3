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
import { AVAILABLE, unavailable } from "./action-plan"
import { ActionRow } from "./action-row"
import { createStakeRequest, createUnstakeCall, type ResolutionTarget } from "./requests"
import { RiskTerms } from "./resolution-action"
import { STAKE_AMOUNT } from "./rules"
import type { VoterState } from "./voter-state"

type StakeRowProps = { target: ResolutionTarget; stake: VoterState["stake"] }

/** Stakes 5 tokens, which makes a wallet a voter, and unstakes them. */
export function StakeRow(props: StakeRowProps) {
  return props.stake ? (
    <Unstake place={props.target} stake={props.stake} />
  ) : (
    <StakeForm place={props.target} />
  )
}

const STAKE_TEXT = {
  verb: "Stake",
  title: "Stake to vote",
  lead: "5 TIDE, or 5 of any token listed here, make this wallet a voter in every dispute.",
  money: "5 tokens, held by the resolver. They stay yours.",
  risk: "Nothing: a stake is not taken for voting differently. It is locked for 24 hours after each vote, and until the disputes you voted in are over.",
  next: "You can vote at once. Take the stake back whenever no vote of yours holds it.",
}

function StakeForm({ place }: { place: ResolutionTarget }) {
  const [isAsking, setIsAsking] = useState(false)
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
    setIsAsking(false)
    return transaction.run(createStakeRequest(place.contract, token))
  }
  return (
    <ActionRow
      availability={AVAILABLE}
      isPending={transaction.isRunning}
      onPress={status === "connected" ? () => setIsAsking(true) : openConnect}
      text={STAKE_TEXT}
    >
      <TransactionProgress state={transaction.state} success="This wallet can vote" />
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
                title={`This wallet has ${formatAmount(balance)} ${name}; the stake is 5.`}
                tone="warning"
              />
            )}
            <Button disabled={isWrong || isShort} onClick={confirm}>
              Approve and stake 5 {name}
            </Button>
          </div>
        }
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={STAKE_TEXT.title}
      >
        <div className="grid gap-4">
          <Field
            autoCapitalize="none"
            error={isWrong ? "Enter the address of a token." : null}
            hint="Empty for TIDE, or the address of a token listed here."
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

function Unstake({
  place,
  stake,
}: {
  place: ResolutionTarget
  stake: NonNullable<VoterState["stake"]>
}) {
  const now = useNow()
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: "unstake", title: "Take the stake back" })
  const token = toAddress(stake.token)
  const name = token === contracts.mainToken ? "TIDE" : shortenAddress(token)
  const isLocked = stake.lockedUntil.getTime() > now
  const isHere = stake.lockedBy !== null && isAddressEqual(stake.lockedBy, place.token)
  return (
    <ActionRow
      availability={
        stake.lockedBy
          ? unavailable(
              isHere
                ? "Your vote here holds it until this dispute is over."
                : "Your vote in another dispute holds it until that one is over.",
            )
          : isLocked
            ? unavailable(
                "A vote locks it for 24 hours, and until its dispute is over.",
                stake.lockedUntil,
              )
            : AVAILABLE
      }
      isPending={transaction.isRunning}
      onPress={() => transaction.run({ call: createUnstakeCall(place.contract, token) })}
      text={{
        verb: "Take back",
        title: `Your stake of ${formatAmount(stake.amount)} ${name}`,
        lead: "It makes this wallet a voter. Taking it back pays it all to this wallet at once.",
      }}
    >
      {stake.lockedBy && !isHere && (
        <Link className="text-link text-sm" href={`/markets/${stake.lockedBy.toLowerCase()}`}>
          See that market
        </Link>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The stake is back in your wallet"
      />
    </ActionRow>
  )
}
