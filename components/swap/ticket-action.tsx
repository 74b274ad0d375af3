"use client"

import { Button } from "@/components/ui/button"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WhenReady } from "@/components/wallet/when-ready"
import type { Side } from "./preview"
import type { Ticket } from "./use-ticket"

type Props = {
  wallet: ReturnType<typeof useWallet>
  ticket: Ticket
  side: Side
  symbol: string
}

/** Connect, switch the chain, or trade: what comes next. */
export function Action({ wallet, ticket, side, symbol }: Props) {
  const { isBlocked, isBusy, obstacle, pay } = ticket
  return (
    <WhenReady invitation="Connect a wallet to trade" wallet={wallet}>
      <div className="grid gap-1">
        <Button className="min-h-12" disabled={isBlocked} pending={isBusy} type="submit">
          {actionLabel(ticket, side, symbol)}
        </Button>
        {pay.needsApproval && obstacle === null && !isBusy && (
          <p className="text-center text-xs text-muted">
            Two requests come to your wallet: first to let the exchange take your {pay.symbol}, then
            the trade.
          </p>
        )}
      </div>
    </WhenReady>
  )
}

function actionLabel({ obstacle, pay }: Ticket, side: Side, symbol: string) {
  if (obstacle?.kind === "empty") return "Enter an amount"
  const verb = side === "buy" ? "Buy" : "Sell"
  return pay.needsApproval ? `Approve and ${verb.toLowerCase()} ${symbol}` : `${verb} ${symbol}`
}
