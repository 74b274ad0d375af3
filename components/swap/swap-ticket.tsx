"use client"

import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { walletIsland } from "@/components/wallet/island"
import type { TicketToken } from "./ticket"
import { TicketSkeleton } from "./ticket-skeleton"

const TicketIsland = walletIsland(() => import("./ticket").then(({ Ticket }) => Ticket), {
  fallback: <TicketSkeleton />,
  withoutChain: (
    <Notice title="Trading is not available here">
      <p>The operator has not named a node that browsers may use (PUBLIC_RPC_URL).</p>
    </Notice>
  ),
})

/** Buys a token for USDB and sells it back; everything about the market is read from the chain. */
export function SwapTicket({ token }: { token: TicketToken }) {
  return (
    <Card className="w-full" title={`Trade ${token.symbol}`}>
      <TicketIsland token={token} />
    </Card>
  )
}
