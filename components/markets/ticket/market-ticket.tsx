"use client"

import { useEffect } from "react"
import { TicketBar } from "@/components/ticket/ticket-bar"
import { useTicketSheet } from "@/components/ticket/use-ticket-sheet"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { formatChance } from "@/lib/markets/probability"

import { LazyTicket } from "./lazy-ticket"
import { onPrefill, type Prefill } from "./prefill"
import type { SharesTicketProps } from "./ticket"
import { TicketPlaceholder } from "./ticket-placeholder"

/** The ticket of a market: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function MarketTicket(props: SharesTicketProps) {
  const { isCard, Sheet, wanted, awaited, hasFailed, ...sheet } = useTicketSheet<Prefill>()
  const { open } = sheet
  const { address } = props.market
  const outcome = props.market.outcomes[props.outcome]
  // The card hears of wishes itself.
  useEffect(() => (isCard ? undefined : onPrefill(address, open)), [isCard, address, open])
  return (
    <>
      <Card className="hidden w-full lg:block" title="Buy shares">
        {isCard ? <LazyTicket {...props} /> : <TicketPlaceholder {...props} />}
      </Card>
      <TicketBar
        figure={outcome ? formatChance(outcome) : "–"}
        hasFailed={hasFailed}
        label="Buy shares"
        name={outcome?.name ?? ""}
      >
        <Button
          aria-haspopup="dialog"
          onClick={() => open({ market: address, outcome: props.outcome, usdc: null })}
          onFocus={sheet.approach}
          onPointerDown={sheet.approach}
          pending={awaited !== null}
        >
          Buy shares
        </Button>
      </TicketBar>
      {Sheet && (
        <Sheet isOpen={wanted !== null} onClose={sheet.close} title="Buy shares">
          {wanted && <LazyTicket {...props} prefill={wanted} />}
        </Sheet>
      )}
    </>
  )
}
