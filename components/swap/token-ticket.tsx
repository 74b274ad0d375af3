"use client"

import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { walletIsland } from "@/components/wallet/island"
import type { Side } from "./preview"
import { TicketShell } from "./ticket-shell"
import type { TicketToken } from "./ticket-token"
import { TradeBar } from "./trade-bar"
import { useTicketSheet } from "./use-ticket-sheet"

const LiveTicket = walletIsland(() => import("./ticket").then(({ Ticket }) => Ticket), {
  fallback: (props) => <TicketShell {...props} />,
  withoutChain: (
    <Notice title="Trading is not available here">
      <p>The operator has not named a node that browsers may use (PUBLIC_RPC_URL).</p>
    </Notice>
  ),
})

/** The ticket of a token: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function TokenTicket({ token }: { token: TicketToken }) {
  const { isCard, Sheet, wanted: side, awaited, hasFailed, ...sheet } = useTicketSheet<Side>()
  return (
    <>
      <Card className="hidden w-full lg:block" title={`Trade ${token.symbol}`}>
        {isCard ? <LiveTicket token={token} /> : <TicketShell token={token} />}
      </Card>
      <TradeBar
        awaited={awaited}
        hasFailed={hasFailed}
        onApproach={sheet.approach}
        onOpen={sheet.open}
        token={token}
      />
      {Sheet && (
        <Sheet isOpen={side !== null} onClose={sheet.close} title={`Trade ${token.symbol}`}>
          {side && <LiveTicket initialSide={side} token={token} />}
        </Sheet>
      )}
    </>
  )
}
