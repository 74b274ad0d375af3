"use client"

import { TicketBar } from "@/components/ticket/ticket-bar"
import { Button } from "@/components/ui/button"
import { formatUsd } from "@/lib/format"
import type { Side } from "./preview"
import type { TicketToken } from "./ticket-token"

type TokenTradeBarProps = {
  token: TicketToken
  /** The side whose ticket is on its way. */
  loadingSide: Side | null
  /** Whether its code could not be had. */
  hasFailed: boolean
  /** Told when a press is likely to follow. */
  onPreload: () => void
  onOpen: (side: Side) => void
}

/** On narrow screens: the price and the way into the ticket, always within the thumb's reach. */
export function TokenTradeBar({
  token,
  loadingSide,
  hasFailed,
  onPreload,
  onOpen,
}: TokenTradeBarProps) {
  const { symbol, priceUsd, frozen } = token
  const opening = (side: Side) => ({
    "aria-haspopup": "dialog" as const,
    onClick: () => onOpen(side),
    onFocus: onPreload,
    onPointerDown: onPreload,
    pending: loadingSide === side,
  })
  return (
    <TicketBar
      figure={priceUsd === null ? "–" : formatUsd(priceUsd)}
      hasFailed={hasFailed}
      label={`Trade ${symbol}`}
      name={symbol}
    >
      <Button {...opening("sell")} variant="secondary">
        Sell
      </Button>
      <Button {...opening("buy")}>{frozen ? "Buy (frozen)" : "Buy"}</Button>
    </TicketBar>
  )
}
