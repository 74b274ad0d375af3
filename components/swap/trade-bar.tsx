"use client"

import { Button } from "@/components/ui/button"
import { usd } from "@/lib/format"
import type { Side } from "./preview"
import { TicketBar } from "./ticket-bar"
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
    <TicketBar
      figure={priceUsd === null ? "–" : usd(priceUsd)}
      hasFailed={hasFailed}
      label={`Trade ${symbol}`}
      name={symbol}
    >
      <Button {...opening("sell")} look="secondary">
        Sell
      </Button>
      <Button {...opening("buy")}>{frozen ? "Buy (frozen)" : "Buy"}</Button>
    </TicketBar>
  )
}
