"use client"

import type { ReactNode } from "react"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Stale } from "@/components/ui/stale-data"
import { useNow } from "@/components/ui/use-now"

/** Prices are read every few seconds; older ones are not for trading. */
const STALE_MS = 20_000

type RefreshableQuoteProps = {
  /** Unix milliseconds. */
  readAt: number
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

/** Greys out a quote that could not be refreshed, and offers to read it again. */
export function RefreshableQuote({ readAt, onRefresh, children }: RefreshableQuoteProps) {
  const isStale = useNow() - readAt > STALE_MS
  return (
    <>
      <Stale since={isStale ? new Date(readAt) : null}>{children}</Stale>
      {isStale && (
        <Button onClick={() => void onRefresh()} variant="secondary">
          Refresh price
        </Button>
      )}
    </>
  )
}

type ReadFailureProps = {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Shown when the chain did not answer, with a retry. */
export function ReadFailure({ query }: ReadFailureProps) {
  if (!query.isError) return null
  return (
    <FailureNotice
      action={
        <Button onClick={() => query.refetch()} pending={query.isFetching} variant="secondary">
          Try again
        </Button>
      }
      failure={describeFailure(query.error)}
    />
  )
}
