"use client"

import { QuoteNotices } from "@/components/ticket/quote-notices"
import { QuoteWarnings } from "@/components/ticket/warnings"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { Side } from "@/lib/tokens/preview"
import type { Ticket } from "./use-ticket"
import type { Blocker } from "./validation"

/** Blockers of a trade, and warnings before it is sent. */
export function TradeWarnings({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { quote, pay, blocker, level, shown, consent } = ticket
  if (ticket.isBusy) return null
  if (blocker) return <BlockerNotice blocker={blocker} side={side} />
  if (!shown) return null
  if (quote.simulated.rejection) return <QuoteNotices quoted={quote.simulated} />
  return (
    <>
      <QuoteNotices quoted={quote.simulated} />
      <QuoteWarnings
        amountIn={shown.amountIn}
        balance={pay.balance}
        consent={consent}
        impact={shown.impact}
        level={level}
        onAccept={quote.accept}
        slippedBy={quote.slippedBy}
        symbol={pay.symbol}
      />
    </>
  )
}

export function BlockerNotice({ blocker, side }: { blocker: Blocker; side: Side }) {
  if (!("remedy" in blocker)) return null
  const faucetLink = (
    <ButtonLink href="/faucet" variant="secondary">
      Get USDB
    </ButtonLink>
  )
  return (
    <Notice
      action={blocker.kind === "balance" && side === "buy" ? faucetLink : null}
      title={blocker.sentence}
      tone={blocker.kind === "impact" ? "bad" : "warning"}
    >
      <p>{blocker.remedy}</p>
    </Notice>
  )
}
