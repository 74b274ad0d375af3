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
import { formatPercent } from "@/lib/format"

const formatPlainPercent = (basisPoints: bigint) => formatPercent(basisPoints).replace("%", "")

/** The slippage every ticket begins with. */
export function SlippageCard() {
  const [text, setText] = useState(formatPlainPercent(DEFAULT_SLIPPAGE_BASIS_POINTS))
  const [isKept, setKept] = useState(false)
  useEffect(() => setText(formatPlainPercent(readSlippage())), [])

  const value = parsePercent(text)
  const error =
    value === null
      ? `Enter a percentage from 0 to ${formatPlainPercent(MAX_SLIPPAGE_BASIS_POINTS)}, with at most two decimals.`
      : null
  const change = (next: string) => {
    setText(next)
    const parsed = parsePercent(next)
    if (parsed !== null) writeSlippage(parsed)
    setKept(parsed !== null)
  }
  return (
    <Card title="Trading">
      <Field
        error={error}
        hint="How far a price may move against you between the quote and the trade. A trade that would give less is refused."
        inputMode="decimal"
        label="Default slippage"
        onChange={(event) => change(event.target.value)}
        unit="%"
        value={text}
      />
      <p aria-live="polite" className="mt-1 min-h-5 text-sm text-muted">
        {isKept && "Saved in this browser."}
      </p>
    </Card>
  )
}

/** Basis points of a percentage; null when it is none or too much. */
export function parsePercent(text: string): bigint | null {
  const match = /^(\d{1,2})(?:[.,](\d{0,2}))?$/.exec(text.trim())
  if (!match?.[1]) return null
  const value = BigInt(match[1]) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"))
  return value <= MAX_SLIPPAGE_BASIS_POINTS ? value : null
}
