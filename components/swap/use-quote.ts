"use client"

import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { amountOut, useActionQuote } from "@/components/ticket/use-action-quote"
import { usePriceSlip } from "@/components/ticket/use-price-slip"
import { previewTrade, type Side, type TradePreview } from "@/lib/tokens/preview"
import { type AmountInput, EMPTY_INPUT } from "./amount-entry"
import { type SolvedAmount, solveInput } from "./amount-input"
import type { PoolState } from "./pool-state"

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

/** The result of an input, and how the price has moved since it was shown. */
export function useQuote({ token, side, state, owner, input, onInput, tolerance }: QuoteOptions) {
  const solved: SolvedAmount = solveInput(state.route, side, input)
  const amountIn = solved.kind === "ready" ? solved.amountIn : null
  const computed = amountIn === null ? null : previewTrade(state.route, side, amountIn)
  // Computed from the reserves until the next block was simulated.
  const { confirmed, ...simulated } = useSimulatedAmount({ side, token, owner, computed })
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
    simulated,
    ...slip,
  }
}

type Trade = Pick<QuoteOptions, "side" | "token" | "owner"> & { computed: TradePreview | null }

/** The result of simulating the trade, and why it is not possible. */
function useSimulatedAmount({ side, token, owner, computed }: Trade) {
  const { contracts } = useBrowserConfig()
  const action = computed !== null &&
    computed.amountOut > 0n && {
      action: `token.${side}` as const,
      ...{ token, amount: `${computed.amountIn}` },
      ...(owner && { wallet: owner }),
    }
  const quoted = useActionQuote(action || null, `${computed?.amountOut}`)
  const asset = side === "buy" ? token : contracts.usdb
  return { confirmed: amountOut(quoted.quote, asset), ...quoted }
}
