import { cn } from "@/components/ui/cn"
import { formatAmount, formatPercent } from "@/lib/format"
import type { PurchaseQuote } from "./quote"

/** What a purchase is made for; it has its place before there is a quote. */
export function PayoutLine({ quote }: { quote: Pick<PurchaseQuote, "spent" | "payout"> | null }) {
  return (
    <p
      className={cn(
        "flex min-h-17 items-center justify-between gap-3 rounded-control px-3 py-2",
        quote ? "bg-kelp-soft" : "bg-sunken text-muted",
      )}
    >
      <span className="text-sm whitespace-nowrap">
        Pays if it wins
        {quote && <span className="block text-xs text-muted">if nothing else changes</span>}
      </span>
      <span className="figures min-w-0 text-right">
        {quote ? <Figures {...quote} /> : <span className="text-2xl">–</span>}
      </span>
    </p>
  )
}

function Figures({ spent, payout }: Pick<PurchaseQuote, "spent" | "payout">) {
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
