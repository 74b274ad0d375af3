"use client"

import { useEffect, useState } from "react"
import {
  DEFAULT_SLIPPAGE_BASIS_POINTS,
  MAX_SLIPPAGE_BASIS_POINTS,
  readSlippage,
  writeSlippage,
} from "@/components/ticket/slippage"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { formatPercent, parseHundredths } from "@/lib/format"

const formatPlainPercent = (basisPoints: bigint) => formatPercent(basisPoints).replace("%", "")

/** The default slippage of trades, stored in this browser. */
export function SlippageCard() {
  const [text, setText] = useState(formatPlainPercent(DEFAULT_SLIPPAGE_BASIS_POINTS))
  const [isSaved, setSaved] = useState(false)
  useEffect(() => setText(formatPlainPercent(readSlippage())), [])

  const value = parsePercent(text)
  const error =
    value === null
      ? `Enter 0 to ${formatPercent(MAX_SLIPPAGE_BASIS_POINTS)}, with at most two decimals.`
      : null
  const change = (next: string) => {
    setText(next)
    const parsed = parsePercent(next)
    if (parsed !== null) writeSlippage(parsed)
    setSaved(parsed !== null)
  }
  return (
    <Card title="Trading">
      <Field
        error={error}
        hint="A trade is reverted if the price moves against you by more than this."
        inputMode="decimal"
        label="Default slippage"
        onChange={(event) => change(event.target.value)}
        unit="%"
        value={text}
      />
      <p aria-live="polite" className="mt-1 min-h-5 text-sm text-muted">
        {isSaved && "Saved in this browser."}
      </p>
    </Card>
  )
}

/** Basis points; null if the text is not a percentage or too high. */
function parsePercent(text: string): bigint | null {
  const value = parseHundredths(text)
  return value !== null && value <= MAX_SLIPPAGE_BASIS_POINTS ? value : null
}
