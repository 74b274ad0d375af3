"use client"

import { NO_CHAIN_TEXT } from "@/components/ticket/placeholder"
import { Notice } from "@/components/ui/notice"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { TicketPlaceholder } from "./ticket-placeholder"

/** The ticket, and its placeholder until its code has loaded. */
export const LazyTicket = lazyWithWallet(
  () => import("./ticket").then(({ SharesTicket }) => SharesTicket),
  {
    fallback: (props) => <TicketPlaceholder {...props} />,
    withoutChain: (
      <Notice title="Buying is not available here">
        <p>{NO_CHAIN_TEXT}</p>
      </Notice>
    ),
  },
)
