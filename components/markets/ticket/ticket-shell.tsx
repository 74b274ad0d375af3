"use client"

import { Disclosure } from "@/components/swap/disclosure"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { NativeSelect } from "@/components/ui/native-select"
import { openConnect, useWalletView } from "@/components/wallet/store"
import { OutcomeChoice } from "./outcome-choice"
import { PayoutLine } from "./payout-line"
import { StageNotice } from "./stage-notice"
import type { TicketProps } from "./ticket"

const ignore = () => {}
const PAID = [["usdb", "USDB"]] as const

/** The ticket before its code is there: readable, of the same size, with what the server knows. */
export function TicketShell({ market, outcome }: TicketProps) {
  const { status } = useWalletView()
  const isOnItsWay = status !== "none"
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      <OutcomeChoice isDisabled onChange={ignore} outcomes={market.outcomes} value={outcome} />
      <StageNotice market={market} outcome={outcome} />
      <AmountField
        chips={["25", "50", "max"]}
        isDisabled
        label="You pay"
        onChange={ignore}
        unit="USDB"
        value=""
      />
      <NativeSelect disabled label="Pay with" options={PAID} value="usdb" />
      <PayoutLine quote={null} />
      <p className="-mt-2 min-h-4" />
      <Button className="min-h-12" onClick={openConnect} pending={isOnItsWay}>
        {isOnItsWay ? "Loading" : "Connect a wallet to buy"}
      </Button>
      <div className="rounded-control bg-sunken px-3">
        <Disclosure label="Trade settings" value="">
          <p className="pb-3 text-sm text-muted">They come with the rest of the page.</p>
        </Disclosure>
      </div>
    </div>
  )
}
