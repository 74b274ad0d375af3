"use client"

import { Notice } from "@/components/ui/notice"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { TicketPlaceholder } from "./ticket-placeholder"

/** The ticket with its code when that is there, and before it its shell. */
export const LazyTicket = lazyWithWallet(
  () => import("./ticket").then(({ SharesTicket }) => SharesTicket),
  {
    fallback: (props) => <TicketPlaceholder {...props} />,
    withoutChain: (
      <Notice title="Buying is not available here">
        <p>The operator has not named a node that browsers may use (PUBLIC_RPC_URL).</p>
      </Notice>
    ),
  },
)
