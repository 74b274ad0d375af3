"use client"

import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { formatAmount, formatUsd } from "@/lib/format"
import { type Route, routePrice } from "@/lib/tokens/pool-math"
import type { Side, TradePreview } from "@/lib/tokens/preview"
import { WAD } from "@/lib/units"
import type { AmountInput } from "./amount-entry"
import { formatAmountIn } from "./amount-input"

type Props = {
  input: AmountInput
  onInput: (input: AmountInput) => void
  preview: TradePreview | null
  route: Route
  side: Side
  paySymbol: string
  outSymbol: string
  /** Undefined while unknown, or without a wallet. */
  balance: bigint | undefined
  error: string | null
  isDisabled: boolean
}

/** The amounts paid and received: the user types one, and the other follows. */
export function AmountFields(props: Props) {
  const { input, onInput, preview, route, side, paySymbol, outSymbol, isDisabled, error } = props
  const price = routePrice(route)
  const isPayTyped = input.field === "pay"
  const [payPrice, outPrice] = side === "buy" ? [WAD, price] : [price, WAD]
  return (
    <>
      <AmountField
        balance={props.balance}
        error={isPayTyped ? error : null}
        isDisabled={isDisabled}
        label={side === "buy" ? "You pay" : "You sell"}
        onChange={(text) => onInput({ field: "pay", text })}
        presets={BALANCE_PRESETS}
        unit={paySymbol}
        usd={formatValue(preview && (preview.amountIn * payPrice) / WAD)}
        value={isPayTyped ? input.text : preview ? formatAmountIn(preview.amountIn) : ""}
      />
      <AmountField
        error={isPayTyped ? null : error}
        isDisabled={isDisabled}
        label="You receive"
        onChange={(text) => onInput({ field: "receive", text })}
        unit={outSymbol}
        usd={formatValue(preview && (preview.amountOut * outPrice) / WAD)}
        value={isPayTyped ? (preview ? formatAmount(preview.amountOut, 6) : "") : input.text}
      />
    </>
  )
}

/** Keeps its line while empty, so that nothing moves when it is filled. */
const formatValue = (usd: bigint | null) => (usd === null ? "\u00a0" : `≈ ${formatUsd(usd)}`)
