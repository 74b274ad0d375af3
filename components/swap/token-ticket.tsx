"use client"

import { useTicketSheet } from "@/components/ticket/use-ticket-sheet"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import type { Side } from "./preview"
import { TicketPlaceholder } from "./ticket-placeholder"
import type { TicketToken } from "./ticket-token"
import { TokenTradeBar } from "./trade-bar"

const LazyTicket = lazyWithWallet(() => import("./ticket").then(({ SwapTicket }) => SwapTicket), {
  fallback: (props) => <TicketPlaceholder {...props} />,
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
        {isCard ? <LazyTicket token={token} /> : <TicketPlaceholder token={token} />}
      </Card>
      <TokenTradeBar
        loadingSide={awaited}
        hasFailed={hasFailed}
        onPreload={sheet.approach}
        onOpen={sheet.open}
        token={token}
      />
      {Sheet && (
        <Sheet isOpen={side !== null} onClose={sheet.close} title={`Trade ${token.symbol}`}>
          {side && <LazyTicket initialSide={side} token={token} />}
        </Sheet>
      )}
    </>
  )
}
