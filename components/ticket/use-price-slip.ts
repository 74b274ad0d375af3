import { useEffect, useRef, useState } from "react"
import { measureSlip, type QuotedAmounts } from "./price-impact"

/** A person needs so long to read a figure: one that came later is not what they agreed to. */
const READ_MS = 1_000

export type ShownQuote = { quote: QuotedAmounts; at: number }

/** Adds what is shown from now on; drops what was followed by something that could be read. */
export function addShown(shown: readonly ShownQuote[], quote: QuotedAmounts, now: number) {
  const read = shown.findLastIndex(({ at }) => at <= now - READ_MS)
  return [...shown.slice(Math.max(0, read)), { quote, at: now }]
}

/** The newest quote that could be read, or the first. */
export const findRead = (shown: readonly ShownQuote[], now: number) =>
  (shown.findLast(({ at }) => at <= now - READ_MS) ?? shown[0])?.quote ?? null

/**
 * Asks again when the price has got worse between what a person has read and what would be sent. Until the button is
 * pressed a ticket only follows the price. `input` identifies what is entered; `quote` is null while there is none.
 */
export function usePriceSlip(input: string, quote: QuotedAmounts | null, tolerance: bigint) {
  const shown = useRef<readonly ShownQuote[]>([])
  const [refused, setRefused] = useState<{ input: string; quote: QuotedAmounts } | null>(null)
  const enteredBefore = useRef(input)
  const [amountIn, amountOut] = [quote?.amountIn, quote?.amountOut]
  useEffect(() => {
    if (enteredBefore.current !== input) shown.current = []
    enteredBefore.current = input
    if (amountIn === undefined || amountOut === undefined) return
    shown.current = addShown(shown.current, { amountIn, amountOut }, Date.now())
  }, [input, amountIn, amountOut])
  const isRefused = refused?.input === input
  return {
    /** Basis points beyond the tolerance, after a press that was refused for it; null otherwise. */
    slippedBy: isRefused && quote ? measureSlip(refused.quote, quote, tolerance) : null,
    accept: () => {
      shown.current = quote ? [{ quote, at: Date.now() - READ_MS }] : []
      setRefused(null)
    },
    /** At the press: whether `now` is worse than what was read, which then has to be accepted. */
    hasSlipped: (now: QuotedAmounts) => {
      const read = isRefused ? quote : findRead(shown.current, Date.now())
      if (!read || measureSlip(read, now, tolerance) === null) return false
      setRefused({ input, quote: read })
      return true
    },
  }
}
