"use client"

import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { Disclosure } from "@/components/ui/disclosure"
import { NativeSelect } from "@/components/ui/native-select"
import { openConnect, useWalletState } from "@/components/wallet/store"
import { OutcomeChoice } from "./outcome-choice"
import { PayoutLine } from "./payout-line"
import { PhaseNotice } from "./phase-notice"
import type { SharesTicketProps } from "./ticket"

const noop = () => {}
const PAY_OPTIONS = [["usdb", "USDB"]] as const

/** The ticket before its code is there: readable, of the same size, with what the server knows. */
export function TicketPlaceholder({ market, outcome }: SharesTicketProps) {
  const { status } = useWalletState()
  const isOnItsWay = status !== "disconnected"
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      <OutcomeChoice isDisabled onChange={noop} outcomes={market.outcomes} value={outcome} />
      <PhaseNotice market={market} outcome={outcome} />
      <AmountField
        presets={["25", "50", "max"]}
        isDisabled
        label="You pay"
        onChange={noop}
        unit="USDB"
        value=""
      />
      <NativeSelect disabled label="Pay with" options={PAY_OPTIONS} value="usdb" />
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
