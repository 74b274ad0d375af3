"use client"

import { Button, ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"

type Props = {
  error: Error & { digest?: string }
  /** Asks the server again; merely rendering again would show the same failure. */
  retry: () => void
}

export default function ErrorPage({ error, retry }: Props) {
  return (
    <div
      className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center"
      role="alert"
    >
      <span className="flex size-14 items-center justify-center rounded-full bg-coral-soft text-coral">
        <Icon name="warning" size={28} />
      </span>
      <h1>This page could not be shown</h1>
      <p className="text-muted">
        Something failed while reading the data. Your tokens are on the chain and not affected; a
        transaction you have sent goes on.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={retry}>
          <Icon name="refresh" />
          Try again
        </Button>
        <ButtonLink href="/" variant="secondary">
          Go home
        </ButtonLink>
      </div>
      {error.digest && (
        <p className="text-sm text-muted">
          If it keeps failing, report the reference{" "}
          <code className="font-mono text-ink">{error.digest}</code>.
        </p>
      )}
    </div>
  )
}
