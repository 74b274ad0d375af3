"use client"

import { useEffect } from "react"
import { TicketBar } from "@/components/swap/ticket-bar"
import { useTicketSheet } from "@/components/swap/use-ticket-sheet"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { chance } from "@/lib/markets/probability"

import { LiveTicket } from "./live-ticket"
import type { TicketProps } from "./ticket"
import { TicketShell } from "./ticket-shell"
import { onWish, type Wish } from "./wish"

/** The ticket of a market: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function MarketTicket(props: TicketProps) {
  const { isCard, Sheet, wanted, awaited, hasFailed, ...sheet } = useTicketSheet<Wish>()
  const { open } = sheet
  const { address } = props.market
  const outcome = props.market.outcomes[props.outcome]
  // The card hears of wishes itself.
  useEffect(() => (isCard ? undefined : onWish(address, open)), [isCard, address, open])
  return (
    <>
      <Card className="hidden w-full lg:block" title="Buy shares">
        {isCard ? <LiveTicket {...props} /> : <TicketShell {...props} />}
      </Card>
      <TicketBar
        figure={outcome ? chance(outcome) : "–"}
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
          {wanted && <LiveTicket {...props} wish={wanted} />}
        </Sheet>
      )}
    </>
  )
}
