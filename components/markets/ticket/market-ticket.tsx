"use client"

import { useEffect } from "react"
import { TicketFrame } from "@/components/ticket/ticket-frame"
import { fitsCard, useTicketSheet } from "@/components/ticket/use-ticket-sheet"
import { Button } from "@/components/ui/button"
import { formatChance } from "@/lib/markets/probability"
import { LazyTicket, TicketPlaceholder } from "./lazy-ticket"
import { onPrefill, type Prefill } from "./prefill"
import type { SharesTicketProps } from "./ticket"

/** The ticket of a market. */
export function MarketTicket(props: SharesTicketProps) {
  const sheet = useTicketSheet<Prefill>()
  const { isCard, open, preload } = sheet
  const { address } = props.market
  const outcome = props.market.outcomes[props.outcome]
  // The ticket on the card listens for prefills itself, and receives one that was made before it had loaded.
  useEffect(
    () => (isCard || fitsCard() ? undefined : onPrefill(address, open)),
    [isCard, address, open],
  )
  return (
    <TicketFrame
      buttons={
        <Button
          aria-haspopup="dialog"
          onClick={() => open({ market: address, outcome: props.outcome, usdc: null })}
          onFocus={preload}
          onPointerDown={preload}
          pending={sheet.loadingTarget !== null}
        >
          Buy shares
        </Button>
      }
      card={<LazyTicket {...props} />}
      name={outcome?.name ?? ""}
      placeholder={<TicketPlaceholder {...props} />}
      price={outcome ? formatChance(outcome) : "–"}
      sheet={sheet}
      title="Buy shares"
    >
      {(prefill) => <LazyTicket {...props} prefill={prefill} />}
    </TicketFrame>
  )
}
