"use client"

import { Button, ButtonLink } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  /** Asks the server again; merely rendering again would show the same failure. */
  retry: () => void
}) {
  return (
    <div>
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={retry}>Try again</Button>
            <ButtonLink href="/" look="secondary">
              Go home
            </ButtonLink>
          </div>
        }
        title="This page could not be shown"
      >
        Something failed while reading the data. Your funds are on the chain and not affected.
        {error.digest && ` Reference ${error.digest}.`}
      </EmptyState>
    </div>
  )
}
