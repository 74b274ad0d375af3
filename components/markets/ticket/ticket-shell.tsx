"use client"

import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { openConnect, useWalletView } from "@/components/wallet/store"
import { OutcomeChoice } from "./outcome-choice"
import type { TicketProps } from "./ticket"

const ignore = () => {}

/** The ticket before its code is there: readable, of the same size, with what the server knows. */
export function TicketShell({ market, outcome }: TicketProps) {
  const { status } = useWalletView()
  const isOnItsWay = status !== "none"
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      <OutcomeChoice isDisabled onChange={ignore} outcomes={market.outcomes} value={outcome} />
      <AmountField
        chips={["25", "50", "max"]}
        isDisabled
        label="You pay"
        onChange={ignore}
        unit="USDB"
        value=""
      />
      <p className="-mt-2 min-h-4" />
      <Button className="min-h-12" onClick={openConnect} pending={isOnItsWay}>
        {isOnItsWay ? "Loading" : "Connect a wallet to buy"}
      </Button>
    </div>
  )
}
