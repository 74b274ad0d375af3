"use client"

import { useState } from "react"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { type QuotedAction, useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { NativeSelect } from "@/components/ui/native-select"
import { Notice } from "@/components/ui/notice"
import type { ActionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import { createRequest, needsBond, type ResolutionTarget } from "@/lib/markets/resolution-calls"
import { type ActionKind, listChoices } from "@/lib/markets/resolution-rules"
import { type Availability, type ResolutionMarket, unavailable } from "./action-plan"
import { ActionRow } from "./action-row"
import { describeBond, type Explanation, explain, type ResolutionAmounts } from "./explain"

type ResolutionActionProps = {
  kind: ActionKind
  market: ResolutionMarket
  amounts: ResolutionAmounts
  availability: Availability
  target: ResolutionTarget
  /** The bond in the newest block; null while the node does not answer. */
  readBond: () => Promise<bigint | null>
}

/** An action, with a dialog that explains its terms before it is signed. */
export function ResolutionAction({
  kind,
  market,
  amounts,
  availability,
  target,
  readBond,
}: ResolutionActionProps) {
  const { bond } = amounts
  const [isOpen, setOpen] = useState(false)
  const [hasGrown, setGrown] = useState(false)
  const choices = listChoices(kind, market, new Date())
  // Nothing is preselected, because a wrong outcome costs money.
  const [outcome, setOutcome] = useState<number | null>(null)
  const text = explain(kind, market, amounts)
  const transaction = useTransaction({ name: `${kind}.${market.address}`, title: text.title })
  const chosen = choices.find(({ id }) => id === outcome)
  const isMissing = choices.length > 0 && !chosen
  const isUnknown = needsBond(kind) && bond === null
  const label = chosen ? `${text.verb} “${chosen.name}”` : text.verb
  const action = toAction(kind, market.address, chosen?.id ?? 0)
  const isComplete = isOpen && !isMissing && !isUnknown
  const quoted = useOwnActionQuote(isComplete ? action : null, `${bond}`)
  const confirm = async () => {
    if (!isComplete || quoted.rejection) return
    // The approval is exact: it would not pay a bond that has grown since it was shown.
    if (needsBond(kind) && (await readBond()) !== bond) return setGrown(true)
    setOpen(false)
    return transaction.run({
      title: `${label}: ${market.name}`,
      ...createRequest(kind, target, { outcome: chosen?.id ?? 0, bond: bond ?? 0n }),
      action,
    })
  }
  return (
    <ActionRow
      availability={isUnknown ? unavailable("Loading the bond…") : availability}
      isPending={transaction.isRunning}
      onPress={() => {
        setGrown(false)
        setOpen(true)
      }}
      text={text}
    >
      <TransactionProgress
        hasApproval={needsBond(kind)}
        state={transaction.state}
        success={successTexts[kind]}
      />
      <Dialog
        footer={
          <ConfirmButton
            bond={bond}
            hasGrown={hasGrown}
            isMissing={isMissing}
            kind={kind}
            label={label}
            onConfirm={confirm}
            quoted={quoted}
            target={target}
          />
        }
        isOpen={isOpen}
        onClose={() => setOpen(false)}
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
    ["Cost", text.money],
    ["Risk", text.risk],
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
  /** The bond changed while the dialog was open. */
  hasGrown: boolean
  kind: ActionKind
  label: string
  target: ResolutionTarget
  /** No outcome is selected yet. */
  isMissing: boolean
  quoted: QuotedAction
  onConfirm: () => void
}

function ConfirmButton(props: ConfirmButtonProps) {
  const { bond, hasGrown, kind, label, target, isMissing, quoted, onConfirm } = props
  const { address } = useWallet()
  const { data: balance } = useTokenBalance(target.usdb, address)
  const isShort = needsBond(kind) && balance !== undefined && bond !== null && balance < bond
  return (
    <div className="grid gap-2">
      {isShort && (
        <Notice
          title={`Insufficient USDB: you have ${formatAmount(balance)}, the bond is ${formatAmount(bond)}`}
          tone="warning"
        >
          <p>Get USDB from the faucet or by selling a token.</p>
        </Notice>
      )}
      {hasGrown && bond !== null && (
        <Notice title={`The bond is now ${formatAmount(bond)} USDB`} tone="warning">
          <p>It grows with the market until a proposal fixes it. Confirm again to post it.</p>
        </Notice>
      )}
      <QuoteNotices quoted={quoted} />
      <Button disabled={isShort || isMissing || quoted.rejection !== null} onClick={onConfirm}>
        {isMissing ? "Choose an outcome" : label}
      </Button>
      {needsBond(kind) && (
        <p className="text-center text-xs text-muted">
          Your wallet may ask twice: to approve {describeBond(bond)}, then to confirm the
          transaction.
        </p>
      )}
    </div>
  )
}

/** The action for the quote; null for the operator's decision, which is none of the API. */
function toAction(kind: ActionKind, market: string, outcomeId: number): ActionRequest | null {
  switch (kind) {
    case "propose":
    case "dispute":
    case "vote":
    case "veto":
      return { action: `market.${kind}`, market, outcomeId }
    case "finalize":
    case "finalizeUncontested":
      return { action: "market.finalize", market }
    case "decide":
      return null
  }
}

const successTexts: Record<ActionKind, string> = {
  propose: "Outcome proposed",
  dispute: "Proposal disputed",
  finalizeUncontested: "Outcome finalized",
  vote: "Vote cast",
  veto: "Vote vetoed",
  finalize: "Outcome finalized",
  decide: "Dispute decided",
}
