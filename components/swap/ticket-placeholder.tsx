"use client"

import { SettingsPlaceholder, SubmitPlaceholder } from "@/components/ticket/placeholder"
import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { formatPercent, formatUsd } from "@/lib/format"
import type { Side } from "@/lib/tokens/preview"
import { type AmountInput, EMPTY_INPUT } from "./amount-entry"
import { AutoVestNotice } from "./auto-vest-notice"
import { FreezeNotice } from "./freeze-notice"
import { SurgeCountdown } from "./surge-countdown"
import { SIDES, type SwapTicketProps, type TicketToken } from "./ticket-token"

const noop = () => {}
const NOT_WHITELISTED = { isWhitelisted: false, leftUsd: 0n }

/** The ticket until its code has loaded: the same size, with the server's figures. */
export function TicketPlaceholder({ token, side, onSide }: SwapTicketProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl label="Direction" onChange={onSide} options={SIDES} value={side} />
      {side === "buy" && <p className="flex min-h-11 items-center text-sm font-medium">Leverage</p>}
      <TicketPlaceholderBody side={side} token={token} />
    </div>
  )
}

type PlaceholderBodyProps = { token: TicketToken; side: Side; input?: AmountInput }

export function TicketPlaceholderBody({ token, side, input = EMPTY_INPUT }: PlaceholderBodyProps) {
  const { symbol, priceUsd, taxRate, floorUsd } = token
  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const { frozen, surge, autoVest } = token
  const field = { onChange: noop, usd: "\u00a0", isDisabled: true }
  const textIn = (name: AmountInput["field"]) => (input.field === name ? input.text : "")
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      {frozen && side === "buy" && <FreezeNotice freeze={NOT_WHITELISTED} hasWallet={false} />}
      {autoVest && side === "buy" && <AutoVestNotice autoVest={autoVest} symbol={symbol} />}
      {surge && <SurgeCountdown clockOffset={0} surge={surge} waiting={null} />}
      <AmountField
        {...field}
        label={side === "buy" ? "You pay" : "You sell"}
        presets={BALANCE_PRESETS}
        unit={paySymbol}
        value={textIn("pay")}
      />
      <AmountField {...field} label="You receive" unit={outSymbol} value={textIn("receive")} />
      <div className="-mt-3 grid gap-1 text-xs text-muted">
        <p className="figures flex min-w-0 gap-1">
          1 <bdi className="min-w-0 truncate">{symbol}</bdi>
          <span className="shrink-0">= {priceUsd === null ? "unknown" : formatUsd(priceUsd)}</span>
        </p>
        <p className="min-h-4">
          {[
            taxRate === null ? null : `Tax ${formatPercent(taxRate)}`,
            floorUsd === null ? null : `Floor ${formatUsd(floorUsd)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <SettingsPlaceholder />
      <SubmitPlaceholder connectLabel="Connect a wallet to trade" />
    </div>
  )
}
