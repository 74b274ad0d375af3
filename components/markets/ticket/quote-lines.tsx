import { Line } from "@/components/ui/figures"
import { amount, percent } from "@/lib/format"
import { WAD } from "@/lib/markets/math"
import type { Quote } from "./quote"

type QuoteLinesProps = { quote: Quote; minShares: bigint; slippage: bigint }

/** The purchase in numbers: what comes out of it, where it is filled, what it moves and what it costs. */
export function QuoteLines({ quote, minShares, slippage }: QuoteLinesProps) {
  const { usdc, payout, shares, fills, toPool, fees, before, after } = quote
  const filled = fills.reduce((sum, fill) => sum + fill.amount, 0n)
  const gain = usdc === 0n ? 0n : ((payout - usdc) * 10_000n) / usdc
  return (
    <dl data-testid="purchase-lines">
      <div className="mb-2 flex items-baseline justify-between gap-3 rounded-control bg-kelp-soft px-3 py-2">
        <dt className="text-sm">Pays if it wins</dt>
        <dd className="figures text-right">
          <span className="text-xl font-semibold">{amount(payout, 2)}</span> USDB
          <span className="block text-sm text-muted">
            {gain >= 0n ? "+" : "−"}
            {percent(gain >= 0n ? gain : -gain)} if nothing else changes
          </span>
        </dd>
      </div>
      <Line label="Shares">{amount(shares, 4)}</Line>
      <Line label="Average price, all in">{amount(quote.averagePrice, 4)} USDB</Line>
      <Line label="Filled by">
        {fills.length > 0 && (
          <span className="block">
            {fills.length} {fills.length === 1 ? "order" : "orders"}: {amount(filled, 2)} shares
          </span>
        )}
        {toPool > 0n && <span className="block">pool: {amount(shares - filled, 2)} shares</span>}
      </Line>
      <Line label="Moves the chance by">+{percent(((after - before) * 10_000n) / WAD)}</Line>
      <Line label="Tax, 1.5%">{amount(fees, 4)} USDB</Line>
      <Line label="Allowed slippage">{percent(slippage)}</Line>
      <Line label="At least">{amount(minShares, 4)} shares</Line>
    </dl>
  )
}
