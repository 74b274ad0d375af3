"use client"

import {
  NO_CHAIN_TEXT,
  SettingsPlaceholder,
  SubmitPlaceholder,
} from "@/components/ticket/placeholder"
import { AmountField } from "@/components/ui/amount-field"
import { NativeSelect } from "@/components/ui/native-select"
import { Notice } from "@/components/ui/notice"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { OutcomeChoice } from "./outcome-choice"
import { PhaseNotice } from "./phase-notice"
import { HoldingNote, PayoutLine } from "./quote-details"
import type { SharesTicketProps } from "./ticket"

/** The ticket, and its placeholder until its code has loaded. */
export const LazyTicket = lazyWithWallet(
  () => import("./ticket").then(({ SharesTicket }) => SharesTicket),
  {
    fallback: (props) => <TicketPlaceholder {...props} />,
    withoutChain: (
      <Notice title="Buying is not available here">
        <p>{NO_CHAIN_TEXT}</p>
      </Notice>
    ),
  },
)

const noop = () => {}
const PAY_OPTIONS = [["usdb", "USDB"]] as const

/** The ticket until its code has loaded: of the same size, with indexed data. */
export function TicketPlaceholder({ market, outcome }: SharesTicketProps) {
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
      <HoldingNote />
      <p className="-mt-2 min-h-4" />
      <SubmitPlaceholder connectLabel="Connect a wallet to buy" />
      <SettingsPlaceholder />
    </div>
  )
}
