import { useState } from "react"
import { measureSlip, type QuotedAmounts } from "./price-impact"

/**
 * Remembers the first quote shown for what is entered and compares later ones with it. `input` identifies
 * what is entered; `quote` is null while there is none.
 */
export function usePriceSlip(input: string, quote: QuotedAmounts | null, tolerance: bigint) {
  const [first, setFirst] = useState<{ input: string; quote: QuotedAmounts } | null>(null)
  if (quote && first?.input !== input) setFirst({ input, quote })
  const quoted = first?.input === input ? first.quote : null
  return {
    /** The quote that was shown, or accepted since. */
    quoted,
    /** Basis points, beyond the tolerance; null otherwise. */
    slippedBy: quote && quoted ? measureSlip(quoted, quote, tolerance) : null,
    accept: () => quote && setFirst({ input, quote }),
  }
}
