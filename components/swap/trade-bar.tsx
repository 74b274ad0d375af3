"use client"

import { Button } from "@/components/ui/button"
import { usd } from "@/lib/format"
import type { Side } from "./preview"
import type { TicketToken } from "./ticket-token"

/** On narrow screens: the price and the way into the ticket, always within the thumb's reach. */
export function TradeBar({ token, onOpen }: { token: TicketToken; onOpen: (side: Side) => void }) {
  const { symbol, priceUsd, frozen } = token
  return (
    <section
      aria-label={`Trade ${symbol}`}
      // The footer leaves room for it.
      data-trade-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface lg:hidden"
    >
      <div className="mx-auto flex max-w-3xl items-center gap-2 px-4 py-2">
        <p className="grid min-w-0 flex-1 text-xs text-muted">
          <bdi className="truncate">{symbol}</bdi>
          <span className="figures truncate text-base font-semibold text-ink">
            {priceUsd === null ? "–" : usd(priceUsd)}
          </span>
        </p>
        <Button aria-haspopup="dialog" look="secondary" onClick={() => onOpen("sell")}>
          Sell
        </Button>
        <Button aria-haspopup="dialog" onClick={() => onOpen("buy")}>
          {frozen ? "Buy (frozen)" : "Buy"}
        </Button>
      </div>
    </section>
  )
}
