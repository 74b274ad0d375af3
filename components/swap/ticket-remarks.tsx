"use client"

import { largeShare } from "./judgement"
import type { Side } from "./preview"
import {
  ConsentField,
  ImpactNotice,
  LargeShareNotice,
  ObstacleNotice,
  PriceMoved,
} from "./ticket-notices"
import type { Ticket } from "./use-ticket"

/** What stands in the way of a trade, or should be known before it is sent. */
export function TicketRemarks({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { quote, pay, obstacle, level, shown, consent } = ticket
  if (ticket.isBusy) return null
  if (obstacle) return <ObstacleNotice obstacle={obstacle} side={side} />
  if (!shown) return null
  const share = pay.balance === undefined ? null : largeShare(shown.amountIn, pay.balance)
  return (
    <>
      <ImpactNotice impact={shown.impact} level={level} />
      {share !== null && <LargeShareNotice percentUsed={share} symbol={pay.symbol} />}
      {consent.isAsked && (
        <ConsentField impact={shown.impact} onChange={consent.setText} text={consent.text} />
      )}
      {quote.worse !== null && <PriceMoved onAccept={quote.accept} worse={quote.worse} />}
    </>
  )
}
