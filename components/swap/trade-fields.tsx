"use client"

import { amount } from "@/lib/format"
import { type Route, routePrice, WAD } from "@/lib/tokens/math"
import { type Entry, shownIn } from "./entry"
import type { Preview, Side } from "./preview"
import { TradeField } from "./trade-field"

type Props = {
  entry: Entry
  onEntry: (entry: Entry) => void
  preview: Preview | null
  route: Route
  side: Side
  paySymbol: string
  outSymbol: string
  balance: bigint | undefined
  error: string | null
  isDisabled: boolean
}

/** What is paid and what is received: either can be typed, the other one follows. */
export function TradeFields(props: Props) {
  const { entry, onEntry, preview, route, side, paySymbol, outSymbol, isDisabled, error } = props
  const price = routePrice(route)
  const isPayTyped = entry.field === "pay"
  const [payPrice, outPrice] = side === "buy" ? [WAD, price] : [price, WAD]
  return (
    <>
      <TradeField
        balance={props.balance}
        error={isPayTyped ? error : null}
        isDisabled={isDisabled}
        label={side === "buy" ? "You pay" : "You sell"}
        onChange={(text) => onEntry({ field: "pay", text })}
        symbol={paySymbol}
        text={isPayTyped ? entry.text : preview ? shownIn(preview.amountIn) : ""}
        usdValue={preview && (preview.amountIn * payPrice) / WAD}
      />
      <TradeField
        balance={null}
        error={isPayTyped ? null : error}
        isDisabled={isDisabled}
        label="You receive"
        onChange={(text) => onEntry({ field: "receive", text })}
        symbol={outSymbol}
        text={isPayTyped ? (preview ? amount(preview.amountOut, 6) : "") : entry.text}
        usdValue={preview && (preview.amountOut * outPrice) / WAD}
      />
    </>
  )
}
