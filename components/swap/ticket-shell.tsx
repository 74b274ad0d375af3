"use client"

import { Button } from "@/components/ui/button"
import { Choice } from "@/components/ui/choice"
import { openConnect, useWalletView } from "@/components/wallet/store"
import { percent, usd } from "@/lib/format"
import { Disclosure } from "./disclosure"
import { EMPTY, type Entry } from "./entry"
import type { Side } from "./preview"
import { SurgeClock } from "./surge-clock"
import { FreezeNotice } from "./ticket-notices"
import { SIDES, type TicketToken } from "./ticket-token"
import { TradeField } from "./trade-field"

const ignore = () => {}
const NOT_LISTED = { isWhitelisted: false, leftUsd: 0n }

/** The ticket before its code is there: readable, of the same size, with what the server knows. */
export function TicketShell({
  token,
  initialSide = "buy",
}: {
  token: TicketToken
  initialSide?: Side
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Choice label="Direction" onChange={ignore} options={SIDES} value={initialSide} />
      <TicketShellBody side={initialSide} token={token} />
    </div>
  )
}

type BodyProps = { token: TicketToken; side: Side; entry?: Entry }

export function TicketShellBody({ token, side, entry = EMPTY }: BodyProps) {
  const { symbol, priceUsd, taxRate, floorUsd } = token
  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const { frozen, surge } = token
  const field = { onChange: ignore, usdValue: null, isDisabled: true }
  const textIn = (name: Entry["field"]) => (entry.field === name ? entry.text : "")
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      {frozen && side === "buy" && <FreezeNotice freeze={NOT_LISTED} hasWallet={false} />}
      {surge && <SurgeClock clockOffset={0} surge={surge} waiting={null} />}
      <TradeField
        {...field}
        balance={undefined}
        label={side === "buy" ? "You pay" : "You sell"}
        symbol={paySymbol}
        text={textIn("pay")}
      />
      <TradeField
        {...field}
        balance={null}
        label="You receive"
        symbol={outSymbol}
        text={textIn("receive")}
      />
      <div className="-mt-3 grid gap-1 text-xs text-muted">
        <p className="figures flex min-w-0 gap-1">
          1 <bdi className="min-w-0 truncate">{symbol}</bdi>
          <span className="shrink-0">= {priceUsd === null ? "unknown" : usd(priceUsd)}</span>
        </p>
        <p className="min-h-4">
          {[
            taxRate === null ? null : `Tax ${percent(taxRate)}`,
            floorUsd === null ? null : `Floor ${usd(floorUsd)}`,
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
      <ShellAction />
    </div>
  )
}

function ShellAction() {
  const { status } = useWalletView()
  const isOnItsWay = status !== "none"
  return (
    <Button className="min-h-12" onClick={openConnect} pending={isOnItsWay}>
      {isOnItsWay ? "Loading" : "Connect a wallet to trade"}
    </Button>
  )
}
