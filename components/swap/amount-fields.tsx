"use client"

import { formatAmount } from "@/lib/format"
import { type Route, routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { type AmountInput, formatAmountIn } from "./amount-input"
import type { Side, TradePreview } from "./preview"
import { TokenAmountField } from "./token-amount-field"

type Props = {
  input: AmountInput
  onInput: (entry: AmountInput) => void
  preview: TradePreview | null
  route: Route
  side: Side
  paySymbol: string
  outSymbol: string
  balance: bigint | undefined
  error: string | null
  isDisabled: boolean
}

/** What is paid and what is received: either can be typed, the other one follows. */
export function AmountFields(props: Props) {
  const { input, onInput, preview, route, side, paySymbol, outSymbol, isDisabled, error } = props
  const price = routePrice(route)
  const isPayTyped = input.field === "pay"
  const [payPrice, outPrice] = side === "buy" ? [WAD, price] : [price, WAD]
  return (
    <>
      <TokenAmountField
        balance={props.balance}
        error={isPayTyped ? error : null}
        isDisabled={isDisabled}
        label={side === "buy" ? "You pay" : "You sell"}
        onChange={(text) => onInput({ field: "pay", text })}
        symbol={paySymbol}
        text={isPayTyped ? input.text : preview ? formatAmountIn(preview.amountIn) : ""}
        usdValue={preview && (preview.amountIn * payPrice) / WAD}
      />
      <TokenAmountField
        balance={null}
        error={isPayTyped ? null : error}
        isDisabled={isDisabled}
        label="You receive"
        onChange={(text) => onInput({ field: "receive", text })}
        symbol={outSymbol}
        text={isPayTyped ? (preview ? formatAmount(preview.amountOut, 6) : "") : input.text}
        usdValue={preview && (preview.amountOut * outPrice) / WAD}
      />
    </>
  )
}
