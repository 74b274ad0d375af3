"use client"

import type { Address } from "viem"
import { usePriceSlip } from "@/components/ticket/use-price-slip"
import { type AmountInput, EMPTY_INPUT, type SolvedAmount, solveInput } from "./amount-input"
import type { PoolState } from "./pool-state"
import { previewTrade, type Side, type TradePreview } from "./preview"
import { useRouterQuote } from "./use-pool-state"

type QuoteOptions = {
  token: Address
  side: Side
  state: PoolState
  owner: Address | undefined
  input: AmountInput
  onInput: (input: AmountInput) => void
  /** Basis points by which a quote may get worse before it has to be accepted again. */
  tolerance: bigint
}

/** What an input would trade for, and how the price has moved since it was shown. */
export function useQuote({ token, side, state, owner, input, onInput, tolerance }: QuoteOptions) {
  const solved: SolvedAmount = solveInput(state.route, side, input)
  const amountIn = solved.kind === "ready" ? solved.amountIn : null
  const computed = amountIn === null ? null : previewTrade(state.route, side, amountIn)
  // Computed from the reserves until the router has answered.
  const confirmed = useRouterQuote({ side, token, amount: amountIn, owner })
  const preview: TradePreview | null = computed && {
    ...computed,
    amountOut: confirmed ?? computed.amountOut,
  }
  const slip = usePriceSlip(
    `${side} ${input.field} ${input.text}`,
    preview && preview.amountOut > 0n ? preview : null,
    tolerance,
  )
  return {
    input,
    edit: onInput,
    clear: () => onInput(EMPTY_INPUT),
    solved,
    preview,
    isConfirmed: confirmed !== undefined,
    ...slip,
  }
}
