"use client"

import { useState } from "react"
import { NO_CHAIN_TEXT } from "@/components/ticket/placeholder"
import { TicketFrame } from "@/components/ticket/ticket-frame"
import { useTicketSheet } from "@/components/ticket/use-ticket-sheet"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { formatUsd } from "@/lib/format"
import type { Side } from "@/lib/tokens/preview"
import { TicketPlaceholder } from "./ticket-placeholder"
import type { TicketToken } from "./ticket-token"

const LazyTicket = lazyWithWallet(() => import("./ticket").then(({ SwapTicket }) => SwapTicket), {
  fallback: (props) => <TicketPlaceholder {...props} />,
  withoutChain: (
    <Notice title="Trading is not available here">
      <p>{NO_CHAIN_TEXT}</p>
    </Notice>
  ),
})

/** The ticket of a token. */
export function TokenTicket({ token }: { token: TicketToken }) {
  // Kept here, so that a side chosen before the ticket's code has loaded is not lost.
  const [side, setSide] = useState<Side>("buy")
  const sheet = useTicketSheet<Side>()
  const ticket = { token, side, onSide: setSide }
  const buttonProps = (opens: Side) => ({
    "aria-haspopup": "dialog" as const,
    onClick: () => {
      setSide(opens)
      sheet.open(opens)
    },
    onFocus: sheet.preload,
    onPointerDown: sheet.preload,
    pending: sheet.loadingTarget === opens,
  })
  return (
    <TicketFrame
      buttons={
        <>
          <Button {...buttonProps("sell")} variant="secondary">
            Sell
          </Button>
          <Button {...buttonProps("buy")}>{token.frozen ? "Buy (frozen)" : "Buy"}</Button>
        </>
      }
      card={<LazyTicket {...ticket} />}
      name={token.symbol}
      placeholder={<TicketPlaceholder {...ticket} />}
      price={token.priceUsd === null ? "–" : formatUsd(token.priceUsd)}
      sheet={sheet}
      title={`Trade ${token.symbol}`}
    >
      {() => <LazyTicket {...ticket} />}
    </TicketFrame>
  )
}
