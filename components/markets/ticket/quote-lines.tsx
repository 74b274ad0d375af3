import { roundUp } from "@/components/markets/round-up"
import { DetailRow } from "@/components/ui/figures"
import { formatAmount, formatPercent } from "@/lib/format"
import { WAD } from "@/lib/units"
import type { PurchaseQuote } from "./quote"

type QuoteLinesProps = { quote: PurchaseQuote; minShares: bigint; slippage: bigint }

/** The purchase in numbers: what is bought, where it is filled, what it moves and what it costs. */
export function QuoteLines({ quote, minShares, slippage }: QuoteLinesProps) {
  const { shares, fills, toPool, fees, before, after, unspent } = quote
  const filled = fills.reduce((sum, fill) => sum + fill.amount, 0n)
  return (
    <dl data-testid="purchase-lines">
      <DetailRow label="Shares">{formatAmount(shares, 4)}</DetailRow>
      <DetailRow label="Average price, all in">{roundUp(quote.averagePrice)} USDB</DetailRow>
      <DetailRow label="Filled by">
        {fills.length > 0 && (
          <span className="block">
            {fills.length} {fills.length === 1 ? "order" : "orders"}: {formatAmount(filled, 2)}{" "}
            shares
          </span>
        )}
        {toPool > 0n && (
          <span className="block">pool: {formatAmount(shares - filled, 2)} shares</span>
        )}
      </DetailRow>
      <DetailRow label="Chance, before and after">
        {formatPercent((before * 10_000n) / WAD)} <span aria-hidden="true">→</span>
        <span className="sr-only">and</span> {formatPercent((after * 10_000n) / WAD)}
      </DetailRow>
      <DetailRow label="Tax, 1.5%">{roundUp(fees)} USDB</DetailRow>
      {unspent > 0n && (
        <DetailRow label="Stays with you">{formatAmount(unspent, 2)} USDB</DetailRow>
      )}
      <DetailRow label="Allowed slippage">{formatPercent(slippage)}</DetailRow>
      <DetailRow label="At least">{formatAmount(minShares, 4)} shares</DetailRow>
    </dl>
  )
}
