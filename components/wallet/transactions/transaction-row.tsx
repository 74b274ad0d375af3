"use client"

import Link from "next/link"
import { useConfig } from "wagmi"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { Button, IconButton } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import { Time } from "@/components/ui/time"
import { shortenAddress } from "@/lib/format"
import { isConfirming } from "./ask-wallet"
import { sendAfterApproval } from "./send"
import { describeStatus, type TransactionStatus } from "./status"
import { removeTransaction } from "./store"
import { isInProgress, type StoredTransaction } from "./stored-transaction"

const toneColors: Record<TransactionStatus["tone"], string> = {
  busy: "text-accent",
  waiting: "text-sand",
  good: "text-kelp",
  bad: "text-coral",
  neutral: "text-muted",
}

const STEPS = ["approve", "confirm", "block", "index"] as const

type TransactionRowProps = {
  transaction: StoredTransaction
  /** Runs when the user follows a link to the transaction's page. */
  onLeave: () => void
}

/** A stored transaction with its status and actions. */
export function TransactionRow({ transaction, onLeave }: TransactionRowProps) {
  const { title, hash, approval, failure, startedAt, id } = transaction
  const status = describeStatus(transaction)
  const { label, tone, icon } = status
  const linkedHash = hash ?? approval?.hash
  return (
    <article className="grid gap-2 rounded-control border border-line p-3">
      <header className="flex items-start gap-2">
        <span className={cn("mt-0.5 flex size-5", toneColors[tone])}>
          {tone === "busy" ? <Spinner /> : <Icon name={icon} />}
        </span>
        <div className="min-w-0 flex-1">
          <h4 className="text-sm font-semibold wrap-anywhere">{title}</h4>
          <p className="flex flex-wrap gap-x-2 text-xs text-muted">
            <span className={toneColors[tone]}>{label}</span>
            <Time time={new Date(startedAt)} />
          </p>
        </div>
        <IconButton
          className="-mt-2 -mr-2"
          icon="close"
          iconSize={16}
          label={`${isInProgress(transaction) ? "Stop tracking" : "Remove"} ${title}`}
          onClick={() => removeTransaction(id)}
        />
      </header>
      {isInProgress(transaction) && <Steps status={status} />}
      {transaction.phase === "checking" && (
        <p className="text-sm text-muted">Do not send it again before this is known.</p>
      )}
      {failure && (
        <p className="text-sm">
          {failure.sentence} <span className="text-muted">{failure.remedy}</span>
        </p>
      )}
      {transaction.phase === "approved" && <ContinueAfterApproval transaction={transaction} />}
      {linkedHash && (
        <Link
          className="flex min-h-11 items-center gap-1 text-sm text-accent hover:underline sm:min-h-8"
          href={`/tx/${linkedHash}`}
          onClick={onLeave}
          prefetch={false}
        >
          {hash ? "Transaction" : "Approval"}{" "}
          <span className="figures">{shortenAddress(linkedHash)}</span>
          <Icon name="right" size={16} />
        </Link>
      )}
    </article>
  )
}

function Steps({ status: { doneSteps, label } }: { status: TransactionStatus }) {
  return (
    <div
      aria-label={`${label}: step ${Math.min(doneSteps + 1, STEPS.length)} of ${STEPS.length}`}
      className="flex gap-1"
      role="img"
    >
      {STEPS.map((step, index) => (
        <span
          className={cn("h-1 flex-1 rounded-full", index < doneSteps ? "bg-accent" : "bg-sunken")}
          key={step}
        />
      ))}
    </div>
  )
}

/** Sends the call of an approved transaction whose page was closed in between. */
function ContinueAfterApproval({ transaction }: { transaction: StoredTransaction }) {
  const { id, chainId } = transaction
  const wagmi = useConfig()
  const { run, isPending, failure } = useAction()
  const confirm = () => run(() => sendAfterApproval({ wagmi, chainId }, id))
  return (
    <div className="grid gap-2">
      <Button onClick={confirm} pending={isPending || isConfirming(id)} size="sm">
        Continue in wallet
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
