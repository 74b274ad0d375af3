"use client"

import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { PageMessage, RetryOrHome } from "./_parts/page-message"
import { useRetries } from "./_parts/retry-by-itself"

type Props = {
  error: Error & { digest?: string }
  /** Requests the page again: rendering it again would fail with the same data. */
  retry: () => void
}

export default function ErrorPage({ error, retry }: Props) {
  const { tryAgain, isPending } = useRetries(retry)
  return (
    <PageMessage
      icon="warning"
      isProblem
      text="The data could not be loaded. Atoll tries again by itself. Your funds and pending transactions are not affected."
      title="This page could not be shown"
    >
      <RetryOrHome>
        <Button onClick={tryAgain} pending={isPending}>
          {!isPending && <Icon name="refresh" />}
          Try again
        </Button>
      </RetryOrHome>
      {error.digest && (
        <p className="text-sm text-muted">
          If the problem persists, report error{" "}
          <code className="font-mono text-ink">{error.digest}</code>.
        </p>
      )}
    </PageMessage>
  )
}
