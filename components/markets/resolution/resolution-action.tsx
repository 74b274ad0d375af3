"use client"

import { useState } from "react"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { NativeSelect } from "@/components/ui/native-select"
import { Notice } from "@/components/ui/notice"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import { type Availability, type ResolutionMarket, unavailable } from "./action-plan"
import { ActionRow } from "./action-row"
import { describeBond, type Explanation, explain, type ResolutionAmounts } from "./explain"
import { createRequest, needsBond, type ResolutionTarget } from "./requests"
import { type ActionKind, listChoices } from "./rules"

type ResolutionActionProps = {
  kind: ActionKind
  market: ResolutionMarket
  amounts: ResolutionAmounts
  availability: Availability
  target: ResolutionTarget
}

/** An action with a dialog that explains its terms before signing. */
export function ResolutionAction({
  kind,
  market,
  amounts,
  availability,
  target,
}: ResolutionActionProps) {
  const { bond } = amounts
  const [isAsking, setIsAsking] = useState(false)
  const choices = listChoices(kind, market, new Date())
  // Nothing is preselected: a wrong outcome costs money.
  const [outcome, setOutcome] = useState<number | null>(null)
  const text = explain(kind, market, amounts)
  const transaction = useTransaction({ name: `${kind}.${market.address}`, title: text.title })
  const chosen = choices.find(({ id }) => id === outcome)
  const isMissing = choices.length > 0 && !chosen
  const isUnknown = needsBond(kind) && bond === null
  const label = chosen ? `${text.verb} “${chosen.name}”` : text.verb
  const confirm = () => {
    if (isMissing || isUnknown) return
    setIsAsking(false)
    return transaction.run({
      title: `${label}: ${market.name}`,
      ...createRequest(kind, target, { outcome: chosen?.id ?? 0, bond: bond ?? 0n }),
    })
  }
  return (
    <ActionRow
      availability={isUnknown ? unavailable("The bond is being read.") : availability}
      isPending={transaction.isRunning}
      onPress={() => setIsAsking(true)}
      text={text}
    >
      <TransactionProgress
        hasApproval={needsBond(kind)}
        state={transaction.state}
        success={describeSuccess(kind)}
      />
      <Dialog
        footer={
          <ConfirmButton
            bond={bond}
            isMissing={isMissing}
            kind={kind}
            label={label}
            onConfirm={confirm}
            target={target}
          />
        }
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.title}
      >
        <div className="grid gap-4">
          <p className="text-sm text-muted wrap-anywhere">
            <bdi>{market.name}</bdi>
          </p>
          {choices.length > 0 && (
            <NativeSelect
              label="Outcome"
              onChange={({ target: { value } }) => setOutcome(value === "" ? null : Number(value))}
              options={[
                ["", "Choose an outcome"],
                ...choices.map(({ id, name }) => [`${id}`, name] as const),
              ]}
              value={`${chosen?.id ?? ""}`}
            />
          )}
          <RiskTerms text={text} />
        </div>
      </Dialog>
    </ActionRow>
  )
}

export function RiskTerms({ text }: { text: Pick<Explanation, "money" | "risk" | "next"> }) {
  const lines = [
    ["Money at stake", text.money],
    ["What you can lose", text.risk],
    ["What happens next", text.next],
  ] as const
  return (
    <dl className="grid gap-3 text-sm">
      {lines.map(([label, line]) => (
        <div key={label}>
          <dt className="font-medium">{label}</dt>
          <dd className="text-muted">{line}</dd>
        </div>
      ))}
    </dl>
  )
}

type ConfirmButtonProps = {
  bond: bigint | null
  kind: ActionKind
  label: string
  target: ResolutionTarget
  /** No outcome is selected yet. */
  isMissing: boolean
  onConfirm: () => void
}

function ConfirmButton({ bond, kind, label, target, isMissing, onConfirm }: ConfirmButtonProps) {
  const { address } = useWallet()
  const { data: balance } = useTokenBalance(target.usdb, address)
  const isShort = needsBond(kind) && balance !== undefined && bond !== null && balance < bond
  return (
    <div className="grid gap-2">
      {isShort && (
        <Notice
          title={`This wallet has ${formatAmount(balance)} USDB; the bond is ${formatAmount(bond)} USDB.`}
          tone="warning"
        >
          <p>Get USDB first, from the faucet or by selling a token.</p>
        </Notice>
      )}
      <Button disabled={isShort || isMissing} onClick={onConfirm}>
        {isMissing ? "Choose an outcome" : label}
      </Button>
      {needsBond(kind) && (
        <p className="text-center text-xs text-muted">
          Two requests may come to your wallet: first to let the resolver take {describeBond(bond)},
          then this step.
        </p>
      )}
    </div>
  )
}

function describeSuccess(kind: ActionKind) {
  const words: Record<ActionKind, string> = {
    propose: "The outcome is proposed",
    dispute: "The proposal is disputed",
    finalizeUncontested: "The outcome is final",
    vote: "Your vote is in",
    veto: "The vote is vetoed",
    finalize: "The vote is in force",
    decide: "The dispute is decided",
  }
  return words[kind]
}
