"use client"

import Link from "next/link"
import { useState } from "react"
import { useConfig } from "wagmi"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button, IconButton } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import { Time } from "@/components/ui/time"
import { shortenAddress } from "@/lib/format"
import { isConfirming, sendAfterApproval } from "./send"
import { describeStatus, type TransactionStatus } from "./status"
import { isInProgress, removeTransaction, type StoredTransaction } from "./store"

const toneColors: Record<TransactionStatus["tone"], string> = {
  busy: "text-accent",
  waiting: "text-sand",
  good: "text-kelp",
  bad: "text-coral",
  neutral: "text-muted",
}

const STEPS = ["approve", "confirm", "block", "index"] as const

/** One sent transaction: what it is, where it stands, what can be done. */
export function TransactionRow({
  entry,
  onLeave,
}: {
  entry: StoredTransaction
  onLeave: () => void
}) {
  const { title, hash, approval, failure, startedAt, id } = entry
  const standing = describeStatus(entry)
  const { label, tone, icon } = standing
  const shown = hash ?? approval?.hash
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
          label={`${isInProgress(entry) ? "Stop following" : "Remove"} ${title}`}
          onClick={() => removeTransaction(id)}
        />
      </header>
      {isInProgress(entry) && <Steps standing={standing} />}
      {failure && (
        <p className="text-sm">
          {failure.sentence} <span className="text-muted">{failure.remedy}</span>
        </p>
      )}
      {entry.phase === "approved" && <ContinueAfterApproval entry={entry} />}
      {shown && (
        <Link
          className="flex min-h-11 items-center gap-1 text-sm text-accent hover:underline sm:min-h-8"
          href={`/tx/${shown}`}
          onClick={onLeave}
          prefetch={false}
        >
          {hash ? "Transaction" : "Approval"}{" "}
          <span className="figures">{shortenAddress(shown)}</span>
          <Icon name="right" size={16} />
        </Link>
      )}
    </article>
  )
}

function Steps({ standing: { doneSteps, label } }: { standing: TransactionStatus }) {
  return (
    <div
      aria-label={`${label}: step ${Math.min(doneSteps + 1, 4)} of 4`}
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

/** After a reload: the second half of an approved transaction. */
function ContinueAfterApproval({ entry: { id, chainId } }: { entry: StoredTransaction }) {
  const wagmi = useConfig()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    setPending(true)
    setFailure(null)
    await sendAfterApproval({ wagmi, chainId }, id).catch((error: unknown) =>
      setFailure(describeFailure(error)),
    )
    setPending(false)
  }
  return (
    <div className="grid gap-2">
      <Button onClick={confirm} pending={isPending || isConfirming(id)} size="sm">
        Continue in the wallet
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
