"use client"

import { describeFailure } from "@/components/browser/failure"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ActionBlocker } from "@/components/wallet/transactions/quoted-action"
import type { QuotedAction } from "./use-action-quote"

/** Why an action is refused, or that the service could not be asked; nothing while it is possible. */
export function QuoteNotices({ quoted }: { quoted: QuotedAction }) {
  const { rejection, error, retry } = quoted
  if (rejection) return <RejectionNotice rejection={rejection} />
  return error && <UnquotedNotice error={error} onRetry={retry} />
}

/** Shown when a simulation has found that the contracts refuse the input. */
export const RejectionNotice = ({ rejection }: { rejection: ActionBlocker }) => (
  <Notice title={rejection.message} tone="bad">
    <p>{rejection.remedy}</p>
  </Notice>
)

type UnquotedProps = { error: Error; onRetry: () => void }

/** The ticket can still be used, because the node simulates the transaction before it is sent. */
const UnquotedNotice = ({ error, onRetry }: UnquotedProps) => (
  <Notice
    action={
      <Button onClick={onRetry} size="sm" variant="secondary">
        Try again
      </Button>
    }
    title="The quote could not be loaded"
    tone="warning"
  >
    <p>
      {describeFailure(error).sentence} You can still continue: the transaction is simulated before
      your wallet is asked to send it.
    </p>
  </Notice>
)
