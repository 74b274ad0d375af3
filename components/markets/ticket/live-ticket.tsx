"use client"

import { Notice } from "@/components/ui/notice"
import { walletIsland } from "@/components/wallet/island"
import { TicketShell } from "./ticket-shell"

/** The ticket with its code when that is there, and before it its shell. */
export const LiveTicket = walletIsland(() => import("./ticket").then(({ Ticket }) => Ticket), {
  fallback: (props) => <TicketShell {...props} />,
  withoutChain: (
    <Notice title="Buying is not available here">
      <p>The operator has not named a node that browsers may use (PUBLIC_RPC_URL).</p>
    </Notice>
  ),
})
