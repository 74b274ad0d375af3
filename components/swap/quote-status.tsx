"use client"

import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { Stale } from "@/components/ui/stale"
import { useNow } from "@/components/ui/use-now"
import { formatUsd } from "@/lib/format"
import { type Route, routePrice } from "@/lib/tokens/pool-math"

/** A market is read every few seconds; older than this it is no price to trade on. */
const STALE_MS = 20_000

type Props = {
  route: Route
  symbol: string
  isShown: boolean
  isConfirmed: boolean
  /** Read out once per quote a person has asked for, not with every refresh. */
  announcement: string
}

/** The price, and whose word the quote is. */
export function QuoteStatus({ route, symbol, isShown, isConfirmed, announcement }: Props) {
  return (
    <div className="-mt-3 grid gap-1 text-xs text-muted">
      <p className="figures flex min-w-0 gap-1">
        1 <bdi className="min-w-0 truncate">{symbol}</bdi>
        <span className="shrink-0">= {formatUsd(routePrice(route))}</span>
      </p>
      <p className="min-h-4">
        {isShown &&
          (isConfirmed
            ? "Confirmed by the router’s own quote"
            : "Asking the router for its quote …")}
      </p>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

type RefreshableQuoteProps = {
  readAt: number
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

/** Greys a quote that could not be refreshed, and offers to read it again. */
export function RefreshableQuote({ readAt, onRefresh, children }: RefreshableQuoteProps) {
  const isOld = useNow() - readAt > STALE_MS
  return (
    <>
      <Stale since={isOld ? new Date(readAt) : null}>{children}</Stale>
      {isOld && (
        <Button variant="secondary" onClick={() => void onRefresh()}>
          Refresh the price
        </Button>
      )}
    </>
  )
}
