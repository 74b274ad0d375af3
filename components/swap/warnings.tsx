"use client"

import {
  BlockerNotice,
  ConsentField,
  ImpactNotice,
  LargeShareNotice,
  PriceMovedNotice,
} from "@/components/ticket/notices"
import type { Side } from "./preview"
import type { Ticket } from "./use-ticket"
import { findLargeShare } from "./validation"

/** What stands in the way of a trade, or should be known before it is sent. */
export function TradeWarnings({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { quote, pay, obstacle, level, shown, consent } = ticket
  if (ticket.isBusy) return null
  if (obstacle) return <BlockerNotice obstacle={obstacle} side={side} />
  if (!shown) return null
  const share = pay.balance === undefined ? null : findLargeShare(shown.amountIn, pay.balance)
  return (
    <>
      <ImpactNotice impact={shown.impact} level={level} />
      {share !== null && <LargeShareNotice percentUsed={share} symbol={pay.symbol} />}
      {consent.isAsked && (
        <ConsentField impact={shown.impact} onChange={consent.setText} text={consent.text} />
      )}
      {quote.worse !== null && <PriceMovedNotice onAccept={quote.accept} worse={quote.worse} />}
    </>
  )
}
