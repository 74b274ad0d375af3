"use client"

import type { ReactNode } from "react"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { SubmitButton } from "@/components/ticket/submit-button"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import type { ActionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import type { PreparedCall } from "@/lib/chain/call"
import type { ErrorText } from "@/lib/errors/text"
import { type LoanRecord, loanName } from "@/lib/loans/record"

export type LoanTransaction = ReturnType<typeof useLoanTransaction>

/** One of a loan's transactions; after a reload the dialog finds it again. */
export function useLoanTransaction(loan: LoanRecord, action: string) {
  const transaction = useTransaction({ name: `${loanName(loan)}.${action}` })
  const { phase } = transaction.state
  return {
    ...transaction,
    isDone: phase === "done",
    /** The confirmed figures are shown until the dialog is closed. */
    isSettled: phase === "running" || phase === "done",
  }
}

type Props = {
  title: string
  description?: ReactNode
  onClose: () => void
  transaction: LoanTransaction
  /** The button's label: "Repay 12.5 USDB". */
  label: string
  /** Shown once it is done: "Loan repaid". */
  success: string
  /** Why it cannot be sent. */
  problem: ErrorText | null
  /** False while a figure is missing. */
  isReady: boolean
  /** The action for the quote; null where the API has no such action. */
  action: ActionRequest | null
  /** The call at the moment of the press. */
  call: () => PreparedCall | null
  /** Symbol of the token that is approved first; null without an approval. */
  approvalSymbol: string | null
  children: ReactNode
}

/** The frame of a loan's dialogs: figures, problems, the button, and the progress of the transaction. */
export function ActionDialog(props: Props) {
  const { title, description, onClose, transaction, label, success, problem, action } = props
  const wallet = useWallet()
  const isComplete = problem === null && props.isReady
  const isQuoted = isComplete && !transaction.isSettled
  const quoted = useOwnActionQuote(isQuoted ? action : null, label)
  const isBlocked = !isComplete || quoted.rejection !== null
  const submit = () => {
    const call = isBlocked || transaction.isRunning ? null : props.call()
    if (call) void transaction.run({ ...call, title: label, action })
  }
  const close = () => {
    if (transaction.isDone) transaction.reset()
    onClose()
  }
  return (
    <Dialog isOpen onClose={close} title={title} {...(description && { description })}>
      <Form className="grid grid-cols-1 gap-4" onSubmit={submit}>
        {props.children}
        {problem && !transaction.isSettled && (
          <Notice title={problem.sentence} tone="warning">
            <p>{problem.remedy}</p>
          </Notice>
        )}
        <QuoteNotices quoted={quoted} />
        {transaction.isDone ? (
          <Button className="min-h-12" onClick={close} variant="secondary">
            Close
          </Button>
        ) : (
          <SubmitButton
            approvalSymbol={isBlocked || transaction.isRunning ? null : props.approvalSymbol}
            connectLabel="Connect a wallet"
            isBlocked={isBlocked && !transaction.isRunning}
            isBusy={transaction.isRunning}
            label={label}
            wallet={wallet}
          />
        )}
        <TransactionProgress
          hasApproval={props.approvalSymbol !== null}
          state={transaction.state}
          success={success}
        />
      </Form>
    </Dialog>
  )
}
