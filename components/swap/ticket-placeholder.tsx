"use client"

import { FreezeNotice } from "@/components/ticket/notices"
import { Button } from "@/components/ui/button"
import { Disclosure } from "@/components/ui/disclosure"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { openConnect, useWalletState } from "@/components/wallet/store"
import { formatPercent, formatUsd } from "@/lib/format"
import { type AmountInput, EMPTY_INPUT } from "./amount-input"
import type { Side } from "./preview"
import { SurgeCountdown } from "./surge-countdown"
import { SIDES, type TicketToken } from "./ticket-token"
import { TokenAmountField } from "./token-amount-field"

const noop = () => {}
const NOT_WHITELISTED = { isWhitelisted: false, leftUsd: 0n }

/** The ticket before its code is there: readable, of the same size, with what the server knows. */
export function TicketPlaceholder({
  token,
  initialSide = "buy",
}: {
  token: TicketToken
  initialSide?: Side
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl label="Direction" onChange={noop} options={SIDES} value={initialSide} />
      <TicketPlaceholderBody side={initialSide} token={token} />
    </div>
  )
}

type PlaceholderBodyProps = { token: TicketToken; side: Side; input?: AmountInput }

export function TicketPlaceholderBody({ token, side, input = EMPTY_INPUT }: PlaceholderBodyProps) {
  const { symbol, priceUsd, taxRate, floorUsd } = token
  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const { frozen, surge } = token
  const field = { onChange: noop, usdValue: null, isDisabled: true }
  const textIn = (name: AmountInput["field"]) => (input.field === name ? input.text : "")
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      {frozen && side === "buy" && <FreezeNotice freeze={NOT_WHITELISTED} hasWallet={false} />}
      {surge && <SurgeCountdown clockOffset={0} surge={surge} waiting={null} />}
      <TokenAmountField
        {...field}
        balance={undefined}
        label={side === "buy" ? "You pay" : "You sell"}
        symbol={paySymbol}
        text={textIn("pay")}
      />
      <TokenAmountField
        {...field}
        balance={null}
        label="You receive"
        symbol={outSymbol}
        text={textIn("receive")}
      />
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
      <div className="rounded-control bg-sunken px-3">
        <Disclosure label="Trade settings" value="">
          <p className="pb-3 text-sm text-muted">They come with the rest of the page.</p>
        </Disclosure>
      </div>
      <PlaceholderButton />
    </div>
  )
}

function PlaceholderButton() {
  const { status } = useWalletState()
  const isOnItsWay = status !== "disconnected"
  return (
    <Button className="min-h-12" onClick={openConnect} pending={isOnItsWay}>
      {isOnItsWay ? "Loading" : "Connect a wallet to trade"}
    </Button>
  )
}
