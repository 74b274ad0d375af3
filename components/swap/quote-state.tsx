"use client"

import { Button } from "@/components/ui/button"
import { duration, usd } from "@/lib/format"
import { type Route, routePrice } from "@/lib/tokens/math"
import { useNow } from "./use-now"

/** A market is read every few seconds; older than this it is no price to trade on. */
export const STALE_MS = 20_000

type Props = {
  price: Route
  symbol: string
  isShown: boolean
  isConfirmed: boolean
  readAt: number
  onRefresh: () => Promise<unknown>
  /** Read out once per quote a person has asked for, not with every refresh. */
  announcement: string
}

/** The price, whose word the quote is, and how old it is when it is old. */
export function QuoteState(props: Props) {
  const { price, symbol, isShown, isConfirmed, readAt, onRefresh, announcement } = props
  const age = useNow() - readAt
  return (
    <div className="-mt-2 grid gap-1 text-xs text-muted">
      <p className="figures flex min-w-0 gap-1">
        1 <bdi className="min-w-0 truncate">{symbol}</bdi>
        <span className="shrink-0">= {usd(routePrice(price))}</span>
      </p>
      <p className="min-h-4">
        {isShown &&
          (isConfirmed
            ? "Confirmed by the router’s own quote"
            : "Asking the router for its quote …")}
      </p>
      {age > STALE_MS && (
        <p className="flex flex-wrap items-center gap-2 text-sand">
          This price is {duration(age / 1_000)} old.
          <Button look="quiet" onClick={() => void onRefresh()}>
            Read it again
          </Button>
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
