"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { usePriceSlip } from "@/components/ticket/use-price-slip"
import { previewTrade, type Side, type TradePreview } from "@/lib/tokens/preview"
import { type AmountInput, EMPTY_INPUT, type SolvedAmount, solveInput } from "./amount-input"
import { type PoolState, readQuote } from "./pool-state"

/** Pause of the typing before the router is asked. */
const TYPING_MS = 250

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

/** The router's quote for an amount, requested when the typing pauses. */
function useRouterQuote(
  trade: Pick<QuoteOptions, "side" | "token" | "owner"> & { amount: bigint | null },
) {
  const { contracts } = useBrowserConfig()
  const { side, token, owner } = trade
  const amount = useDebounced(trade.amount)
  const isSettled = amount === trade.amount
  const query = useChainQuery({
    key: ["quote", side, token, owner, `${amount}`],
    isEnabled: isSettled && amount !== null && amount > 0n,
    read: (client) => readQuote(client, contracts, { side, token, owner, amount: amount ?? 0n }),
  })
  return isSettled ? query.data : undefined
}

/** The value once it has not changed for a moment. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
