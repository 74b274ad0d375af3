"use client"

import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import type { Side } from "./preview"
import { TradeSummary } from "./trade-summary"
import type { Ticket } from "./use-ticket"

type Props = { ticket: Ticket; symbol: string; onSide: (side: Side) => void }

/** How far a sent trade is, and what it has given in the end. */
export function TradeResult({ ticket, symbol, onSide }: Props) {
  const { transaction, settled } = ticket
  if (transaction.phase !== "done" || !settled) {
    return <TransactionProgress state={transaction} success="Traded" />
  }
  return (
    <TradeSummary
      hash={transaction.hash}
      isIndexed={transaction.isIndexed}
      onAgain={(side) => {
        ticket.startOver()
        onSide(side)
      }}
      receipt={settled}
      tokenSymbol={symbol}
    />
  )
}
