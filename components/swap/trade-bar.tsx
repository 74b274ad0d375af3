"use client"

import { Button } from "@/components/ui/button"
import { usd } from "@/lib/format"
import type { Side } from "./preview"
import type { TicketToken } from "./ticket-token"

type TradeBarProps = {
  token: TicketToken
  /** The side whose ticket is on its way. */
  awaited: Side | null
  /** Whether its code could not be had. */
  hasFailed: boolean
  /** Told when a press is likely to follow. */
  onApproach: () => void
  onOpen: (side: Side) => void
}

/** On narrow screens: the price and the way into the ticket, always within the thumb's reach. */
export function TradeBar({ token, awaited, hasFailed, onApproach, onOpen }: TradeBarProps) {
  const { symbol, priceUsd, frozen } = token
  const opening = (side: Side) => ({
    "aria-haspopup": "dialog" as const,
    onClick: () => onOpen(side),
    onFocus: onApproach,
    onPointerDown: onApproach,
    pending: awaited === side,
  })
  return (
    <section
      aria-label={`Trade ${symbol}`}
      // The footer leaves room for it.
      data-trade-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface lg:hidden"
    >
      {hasFailed && (
        <p className="mx-auto max-w-3xl px-4 pt-2 text-sm text-coral" role="alert">
          The ticket did not load. Check your connection and press again.
        </p>
      )}
      <div className="mx-auto flex max-w-3xl items-center gap-2 px-4 py-2">
        <p className="grid min-w-0 flex-1 text-xs text-muted">
          <bdi className="truncate">{symbol}</bdi>
          <span className="figures truncate text-base font-semibold text-ink">
            {priceUsd === null ? "–" : usd(priceUsd)}
          </span>
        </p>
        <Button {...opening("sell")} look="secondary">
          Sell
        </Button>
        <Button {...opening("buy")}>{frozen ? "Buy (frozen)" : "Buy"}</Button>
      </div>
    </section>
  )
}
