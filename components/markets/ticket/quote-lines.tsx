import { asked } from "@/components/markets/asked"
import { Line } from "@/components/ui/figures"
import { amount, percent } from "@/lib/format"
import { WAD } from "@/lib/markets/math"
import type { Quote } from "./quote"

type QuoteLinesProps = { quote: Quote; minShares: bigint; slippage: bigint }

/** The purchase in numbers: what is bought, where it is filled, what it moves and what it costs. */
export function QuoteLines({ quote, minShares, slippage }: QuoteLinesProps) {
  const { shares, fills, toPool, fees, before, after, left } = quote
  const filled = fills.reduce((sum, fill) => sum + fill.amount, 0n)
  return (
    <dl data-testid="purchase-lines">
      <Line label="Shares">{amount(shares, 4)}</Line>
      <Line label="Average price, all in">{asked(quote.averagePrice)} USDB</Line>
      <Line label="Filled by">
        {fills.length > 0 && (
          <span className="block">
            {fills.length} {fills.length === 1 ? "order" : "orders"}: {amount(filled, 2)} shares
          </span>
        )}
        {toPool > 0n && <span className="block">pool: {amount(shares - filled, 2)} shares</span>}
      </Line>
      <Line label="Chance, before and after">
        {percent((before * 10_000n) / WAD)} <span aria-hidden="true">→</span>
        <span className="sr-only">and</span> {percent((after * 10_000n) / WAD)}
      </Line>
      <Line label="Tax, 1.5%">{asked(fees)} USDB</Line>
      {left > 0n && <Line label="Stays with you">{amount(left, 2)} USDB</Line>}
      <Line label="Allowed slippage">{percent(slippage)}</Line>
      <Line label="At least">{amount(minShares, 4)} shares</Line>
    </dl>
  )
}
