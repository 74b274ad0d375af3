import Link from "next/link"
import type { ReactNode } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"
import { Spinner } from "@/components/ui/spinner"
import { shortenAddress } from "@/lib/format"
import { CHECKING } from "./status"
import type { TransactionState, TransactionStep } from "./use-transaction"

const stepLabels: Record<TransactionStep, string> = {
  approve: "Approve",
  confirm: "Confirm",
  mine: "Mined",
  index: "Indexed",
}

const stepHints: Record<TransactionStep, string> = {
  approve: "Approve the amount in your wallet.",
  confirm: "Confirm the transaction in your wallet.",
  mine: "Submitted. Waiting for confirmation.",
  index: "Confirmed. Waiting for Atoll to index it.",
}

const CHECKING_HINT = `${CHECKING}. Do not send it again: this takes up to five minutes, also if you leave this page.`

const APPROVAL_SENT = "Approval submitted. Waiting for confirmation."

const STEPS: readonly TransactionStep[] = ["approve", "confirm", "mine", "index"]

type Props = {
  state: TransactionState
  /** False leaves out the approval step. */
  hasApproval?: boolean
  /** Title of the notice once the transaction is confirmed. */
  success: string
  /** Name of the last step, where that says more than "Indexed". */
  lastStep?: string
}

/** The steps of a transaction: Approve → Confirm → Mined → Indexed. */
export function TransactionProgress({
  state,
  hasApproval = true,
  success,
  lastStep = stepLabels.index,
}: Props) {
  if (state.phase === "idle") return null
  if (state.phase === "paused") return <ContinueAfterApproval state={state} />
  const steps = hasApproval ? STEPS : STEPS.slice(1)
  const at =
    state.phase === "done" ? steps.length - (state.isIndexed ? 0 : 1) : steps.indexOf(state.step)
  return (
    <div className="grid gap-3">
      <ol aria-label="Transaction progress" className="flex gap-1">
        {steps.map((step, index) => (
          <StepMark
            key={step}
            name={step === "index" ? lastStep : stepLabels[step]}
            status={index < at ? "done" : index === at ? currentStatus[state.phase] : "not started"}
          />
        ))}
      </ol>
      {state.phase === "running" && (
        <p className="text-sm text-muted" role="status">
          {describeStep(state)}
        </p>
      )}
      {state.phase === "failed" && (
        <FailureNotice
          action={state.hash && <TransactionLink hash={state.hash} />}
          failure={state.failure}
        />
      )}
      {state.phase === "done" && (
        <Notice title={success} tone="good">
          <p className="text-muted">
            <TransactionLink hash={state.hash} />
            {!state.isIndexed && " is confirmed; lists update once Atoll has indexed it"}.
          </p>
        </Notice>
      )}
    </div>
  )
}

function describeStep({ isChecking, step, hash }: Extract<TransactionState, { phase: "running" }>) {
  if (isChecking) return CHECKING_HINT
  return step === "approve" && hash ? APPROVAL_SENT : stepHints[step]
}

function TransactionLink({ hash }: { hash: string }) {
  return (
    <Link
      className="text-link inline-flex min-h-11 items-center gap-1"
      href={`/tx/${hash}`}
      prefetch={false}
    >
      Transaction <span className="figures">{shortenAddress(hash)}</span>
    </Link>
  )
}

/** The page was closed after the approval and before the call was sent. */
function ContinueAfterApproval({
  state,
}: {
  state: Extract<TransactionState, { phase: "paused" }>
}) {
  return (
    <Notice
      action={<Button onClick={() => state.resume()}>Continue in wallet</Button>}
      title={`Approved: ${state.title}`}
      tone="warning"
    >
      <p>Confirm one more transaction in your wallet to finish.</p>
    </Notice>
  )
}

type StepStatus = "done" | "in progress" | "failed" | "not started"

/** Status of the first step that is not done. */
const currentStatus: Record<"running" | "failed" | "done", StepStatus> = {
  running: "in progress",
  failed: "failed",
  done: "not started",
}

const stepStyles: Record<StepStatus, { colors: string; mark: ReactNode }> = {
  done: { colors: "border-kelp text-kelp", mark: <Icon name="check" size={16} /> },
  "in progress": { colors: "border-accent text-accent", mark: <Spinner /> },
  failed: { colors: "border-coral text-coral", mark: <Icon name="close" size={16} /> },
  "not started": {
    colors: "border-line text-muted",
    mark: <span className="size-2 rounded-full border border-current" />,
  },
}

function StepMark({ name, status }: { name: string; status: StepStatus }) {
  const { colors, mark } = stepStyles[status]
  return (
    <li
      aria-current={status === "in progress" ? "step" : undefined}
      className={cn(
        "grid flex-1 justify-items-center gap-1 border-t-2 pt-2 text-center text-xs font-medium",
        colors,
      )}
    >
      <span className="flex h-5 items-center">{mark}</span>
      {name}
      <span className="sr-only">: {status}</span>
    </li>
  )
}
