"use client"

import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import type { useWallet } from "@/components/wallet/use-wallet"
import type { Side } from "./preview"
import type { Ticket } from "./use-ticket"

type Props = {
  wallet: ReturnType<typeof useWallet>
  ticket: Ticket
  side: Side
  symbol: string
}

/** Connect, switch the chain, or trade: what comes next. */
export function SubmitButton({ wallet, ticket, side, symbol }: Props) {
  const { isBlocked, isBusy, obstacle, pay } = ticket
  return (
    <RequireWallet connectLabel="Connect a wallet to trade" wallet={wallet}>
      <div className="grid gap-1">
        <Button className="min-h-12" disabled={isBlocked} pending={isBusy} type="submit">
          {submitLabel(ticket, side, symbol)}
        </Button>
        {pay.needsApproval && obstacle === null && !isBusy && (
          <p className="text-center text-xs text-muted">
            Two requests come to your wallet: first to let the exchange take your {pay.symbol}, then
            the trade.
          </p>
        )}
      </div>
    </RequireWallet>
  )
}

function submitLabel({ obstacle, pay }: Ticket, side: Side, symbol: string) {
  if (obstacle?.kind === "empty") return "Enter an amount"
  const verb = side === "buy" ? "Buy" : "Sell"
  return pay.needsApproval ? `Approve and ${verb.toLowerCase()} ${symbol}` : `${verb} ${symbol}`
}
