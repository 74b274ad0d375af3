import { useEffect, useRef, useState } from "react"
import { measureSlip, type QuotedAmounts } from "./price-impact"

/** A person needs this long to read a figure: a newer one is not what they agreed to. */
const READ_MS = 1_000

export type ShownQuote = { quote: QuotedAmounts; at: number }

/** Adds the figure shown from now on; drops figures that were followed by a readable one. */
export function addShown(shown: readonly ShownQuote[], quote: QuotedAmounts, now: number) {
  const read = shown.findLastIndex(({ at }) => at <= now - READ_MS)
  return [...shown.slice(Math.max(0, read)), { quote, at: now }]
}

/** The newest quote that could be read, or the first. */
export const findRead = (shown: readonly ShownQuote[], now: number) =>
  (shown.findLast(({ at }) => at <= now - READ_MS) ?? shown[0])?.quote ?? null

/**
 * Requires another confirmation when the price has become worse between the figure a person has read and the one to be
 * sent. Until the button is pressed, the ticket only follows the price. `input` identifies the input; `quote` is null
 * while there is none.
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
    /** Basis points beyond the tolerance after a refused press; else null. */
    slippedBy: isRefused && quote ? measureSlip(refused.quote, quote, tolerance) : null,
    accept: () => {
      shown.current = quote ? [{ quote, at: Date.now() - READ_MS }] : []
      setRefused(null)
    },
    /** At a press: whether `now` is worse than the figure that was read, which then must be confirmed again. */
    hasSlipped: (now: QuotedAmounts) => {
      const read = isRefused ? quote : findRead(shown.current, Date.now())
      if (!read || measureSlip(read, now, tolerance) === null) return false
      setRefused({ input, quote: read })
      return true
    },
  }
}
