"use client"

import Link from "next/link"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { formatAmount, formatUsd } from "@/lib/format"
import type { Side } from "@/lib/tokens/preview"
import { WAD } from "@/lib/units"
import type { TradeReceipt } from "./trade-request"

type Props = {
  receipt: TradeReceipt
  hash: string
  isIndexed: boolean
  tokenSymbol: string
  onAgain: (side: Side) => void
}

/** The amounts of a finished trade, and the next actions. */
export function TradeSummary({ receipt, hash, isIndexed, tokenSymbol, onAgain }: Props) {
  const { side, paid, received } = receipt
  const isBuy = side === "buy"
  const [tokens, money] = isBuy ? [received, paid] : [paid, received]
  return (
    <div className="grid gap-3" data-testid="trade-summary">
      <Notice
        title={
          isBuy
            ? `Bought ${formatAmount(received)} ${tokenSymbol}`
            : `Sold for ${formatAmount(received)} USDB`
        }
        tone="good"
      >
        <p>
          {isBuy ? "Paid" : "Sold"} {formatAmount(paid)} <bdi>{isBuy ? "USDB" : tokenSymbol}</bdi>
          {tokens > 0n && <>, {formatUsd((money * WAD) / tokens)} each including fees</>}.
        </p>
        {!isIndexed && (
          <p className="text-muted">Not indexed yet: lists will show the trade shortly.</p>
        )}
        <p>
          <Link className="text-link inline-flex min-h-11 items-center" href={`/tx/${hash}`}>
            View transaction
          </Link>
        </p>
      </Notice>
      <div className="grid grid-cols-3 gap-2">
        <Button variant="secondary" onClick={() => onAgain("buy")}>
          Buy more
        </Button>
        <Button variant="secondary" onClick={() => onAgain("sell")}>
          {isBuy ? "Sell" : "Sell more"}
        </Button>
        <ShareButton symbol={tokenSymbol} />
      </div>
    </div>
  )
}

/** Shares the token's page: by the system's share sheet, or by copying the link. */
function ShareButton({ symbol }: { symbol: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const share = async () => {
    const url = `${location.origin}${location.pathname}`
    try {
      if (typeof navigator.share === "function")
        return await navigator.share({ title: `${symbol} on Atoll`, url })
      await navigator.clipboard.writeText(url)
      setIsCopied(true)
    } catch {
      // The sheet was closed, or the browser forbids copying.
    }
  }
  return (
    <Button variant="secondary" onClick={share}>
      <span aria-live="polite">{isCopied ? "Link copied" : "Share"}</span>
    </Button>
  )
}
