"use client"

import { type ReactNode, useEffect } from "react"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { CreationCostDetails, findMissingWei } from "@/components/chain/creation-cost"
import type { CreationCost } from "@/components/chain/use-creation-cost"
import type { StoredDraft } from "@/components/content/draft-store"
import type { ProjectTexts } from "@/components/content/project-texts"
import { SaveContentPanel } from "@/components/content/save-content-panel"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button } from "@/components/ui/button"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import type { ActionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import type { Creation } from "./use-creation"

/** Props that each wizard's lazy panel receives. */
export type CreationPanelProps<D> = {
  stored: StoredDraft<D>
  /** Whether the draft has no errors. */
  isComplete: boolean
  onCreated: (address: string) => void
  onStored: () => void
}

type Props<D> = Omit<CreationPanelProps<D>, "isComplete"> & {
  creation: Creation
  hasApproval: boolean
  success: string
  /** The message after the creation: "KELP exists and can be traded." */
  news: string
  /** The page of the created token or market. */
  href: (address: string) => string
  /** Shown until the transaction is sent: its cost and the button. */
  children: ReactNode
}

/** The last step of a wizard: cost, transaction, then the content that the contract does not hold. */
export function CreationPanel<D extends ProjectTexts & { picture: string | null }>({
  stored,
  creation,
  hasApproval,
  success,
  news,
  href,
  onCreated,
  onStored,
  children,
}: Props<D>) {
  const { created, transaction } = creation
  const { state } = transaction
  useEffect(() => {
    if (created && created !== stored.created) onCreated(created)
  }, [created, stored.created, onCreated])
  const isRunning = state.phase === "running"
  return (
    <div className="grid grid-cols-1 gap-4">
      {created === null && !isRunning && children}
      <TransactionProgress hasApproval={hasApproval} state={state} success={success} />
      {created && !isRunning && (
        <SaveContentPanel
          address={created}
          draft={stored.draft}
          href={href(created)}
          news={news}
          onStored={onStored}
        />
      )}
    </div>
  )
}

type CreateButtonProps = {
  cost: CreationCost
  /** False while the draft has errors or the wallet lacks a token for it. */
  isReady: boolean
  /** The action that creates it, for the quote. */
  action: ActionRequest
  connectLabel: string
  label: string
  /** The wallet's next request, in words. */
  hint: string
  onCreate: (fee: bigint) => unknown
  /** Costs besides the fees. */
  children: ReactNode
  /** Missing input, shown below the costs. */
  notice?: ReactNode
}

/** The cost of a creation, and the button that sends it. */
export function CreateButton(props: CreateButtonProps) {
  const { cost, isReady, connectLabel, label, hint, onCreate, children, notice } = props
  const wallet = useWallet()
  const { fee } = cost
  const isPayable = isReady && fee !== undefined && findMissingWei(cost) === null
  const quoted = useOwnActionQuote(isPayable ? props.action : null, `${fee}`)
  return (
    <>
      <CreationCostDetails cost={cost}>{children}</CreationCostDetails>
      {notice}
      <QuoteNotices quoted={quoted} />
      {wallet.status !== "connected" ? (
        <Button onClick={openConnect} pending={wallet.status === "connecting"} size="lg">
          {connectLabel}
        </Button>
      ) : wallet.isWrongChain ? (
        <WrongChain />
      ) : (
        <Button
          disabled={!isPayable || quoted.rejection !== null}
          onClick={() => fee !== undefined && onCreate(fee)}
          size="lg"
        >
          {label}
        </Button>
      )}
      {fee === undefined && cost.error ? (
        <FailureNotice failure={describeFailure(cost.error)} />
      ) : (
        <p className="text-sm text-muted">{hint}</p>
      )}
    </>
  )
}
