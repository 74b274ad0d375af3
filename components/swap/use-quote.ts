"use client"

import { useState } from "react"
import type { Address } from "viem"
import { type AmountInput, EMPTY_INPUT, type SolvedAmount, solveInput } from "./amount-input"
import type { PoolState } from "./pool-state"
import { previewTrade, type Side, type TradePreview } from "./preview"
import { useRouterQuote } from "./use-pool-state"
import { measureSlip } from "./validation"

type QuoteOptions = {
  token: Address
  side: Side
  state: PoolState
  owner: Address | undefined
  input: AmountInput
  onInput: (entry: AmountInput) => void
  /** Basis points by which a quote may get worse before it has to be looked at again. */
  tolerance: bigint
}

export type QuotedAmounts = { amountIn: bigint; amountOut: bigint }

/** What an entry in a ticket would do; remembers what a person has been shown for it. */
export function useQuote({ token, side, state, owner, input, onInput, tolerance }: QuoteOptions) {
  const [quoted, setQuoted] = useState<QuotedAmounts | null>(null)

  const solved: SolvedAmount = solveInput(state.route, side, input)
  const amountIn = solved.kind === "ready" ? solved.amountIn : null
  const computed = amountIn === null ? null : previewTrade(state.route, side, amountIn)
  // The router's own answer stands once it is there; until then its twin has answered.
  const confirmed = useRouterQuote({ side, token, amount: amountIn, owner })
  const preview: TradePreview | null = computed && {
    ...computed,
    amountOut: confirmed ?? computed.amountOut,
  }
  if (preview && !quoted && preview.amountOut > 0n) setQuoted(preview)

  const edit = (next: AmountInput) => {
    onInput(next)
    setQuoted(null)
  }
  return {
    entry: input,
    edit,
    clear: () => edit(EMPTY_INPUT),
    solved,
    preview,
    isConfirmed: confirmed !== undefined,
    seen: quoted,
    worse: preview && quoted ? measureSlip(quoted, preview, tolerance) : null,
    /** The person has looked at the price as it is now. */
    accept: () => setQuoted(preview),
  }
}
