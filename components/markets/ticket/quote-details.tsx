import { roundUp } from "@/components/markets/round-up"
import { cn } from "@/components/ui/cn"
import { DetailRow } from "@/components/ui/figures"
import { formatAmount, formatPercent } from "@/lib/format"
import type { PurchaseQuote } from "@/lib/markets/purchase-quote"
import { WAD } from "@/lib/units"

/** The payout of a purchase; a dash before there is a quote. */
export function PayoutLine({ quote }: { quote: PayoutFigures | null }) {
  return (
    <p
      className={cn(
        "flex min-h-17 items-center justify-between gap-3 rounded-control px-3 py-2",
        quote ? "bg-kelp-soft" : "bg-sunken text-muted",
      )}
    >
      <span className="text-sm whitespace-nowrap">
        Payout if it wins
        {quote && (
          <span className="block text-xs text-muted">
            {formatAmount((quote.payout * WAD) / quote.shares, 2)} USDB a share now
          </span>
        )}
      </span>
      <span className="figures min-w-0 text-right">
        {quote ? <Figures {...quote} /> : <span className="text-2xl">–</span>}
      </span>
    </p>
  )
}

type PayoutFigures = Pick<PurchaseQuote, "spent" | "payout" | "shares">

/** Facts that a buyer must know before the purchase. */
export const HoldingNote = () => (
  <p className="text-sm text-muted">
    Winners share the pool: later purchases change the payout. Shares cannot be sold back to it:
    list them for sale, or hold them until the result.
  </p>
)

function Figures({ spent, payout }: PayoutFigures) {
  const gain = spent === 0n ? 0n : ((payout - spent) * 10_000n) / spent
  return (
    <>
      <span className="text-2xl font-semibold tracking-tight">{formatAmount(payout, 2)}</span> USDB
      <span className="block text-sm text-muted">
        {gain >= 0n ? "+" : "−"}
        {formatPercent(gain >= 0n ? gain : -gain)}
      </span>
    </>
  )
}

type QuoteLinesProps = { quote: PurchaseQuote; minShares: bigint; slippage: bigint }

/** Figures of a purchase. */
export function QuoteLines({ quote, minShares, slippage }: QuoteLinesProps) {
  const { shares, fills, toPool, fees, before, after, unspent } = quote
  const filled = fills.reduce((sum, fill) => sum + fill.amount, 0n)
  return (
    <dl data-testid="purchase-lines">
      <DetailRow label="Shares">{formatAmount(shares, 4)}</DetailRow>
      <DetailRow label="Average price">{roundUp(quote.averagePrice)} USDB</DetailRow>
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
      <DetailRow label="Chance">
        {formatPercent((before * 10_000n) / WAD)} <span aria-hidden="true">→</span>
        <span className="sr-only">and</span> {formatPercent((after * 10_000n) / WAD)}
      </DetailRow>
      <DetailRow label="Tax, 1.5%">{roundUp(fees)} USDB</DetailRow>
      {unspent > 0n && <DetailRow label="Not spent">{formatAmount(unspent, 2)} USDB</DetailRow>}
      <DetailRow label="Allowed slippage">{formatPercent(slippage)}</DetailRow>
      <DetailRow label="Minimum received">{formatAmount(minShares, 4)} shares</DetailRow>
    </dl>
  )
}
