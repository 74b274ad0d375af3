"use client"

import type { ReactNode } from "react"
import { formatAmount, formatExactAmount } from "@/lib/format"
import { type AmountPreset, AmountPresets, presetAmount } from "./amount-presets"
import { Field } from "./field"

type AmountFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  unit: ReactNode
  /** In base units, of 18 decimals. */
  balance?: bigint | undefined
  presets?: readonly AmountPreset[]
  /** The amount's value in USD, shown below. */
  usd?: ReactNode
  hint?: ReactNode
  error?: string | null
  isDisabled?: boolean
}

/** A field for an amount with its unit, the balance and presets of the balance. */
export function AmountField({
  label,
  value,
  onChange,
  unit,
  balance,
  presets = [],
  usd,
  hint,
  error,
  isDisabled = false,
}: AmountFieldProps) {
  const name = typeof unit === "string" ? unit : "balance"
  const fill = (preset: AmountPreset) => {
    if (balance === undefined) return
    // Exact: the rounded amount would leave dust or exceed the balance.
    onChange(formatExactAmount(presetAmount(balance, preset)))
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        aside={balance === undefined ? null : `Balance ${formatAmount(balance)}`}
        className="figures text-lg font-medium"
        disabled={isDisabled}
        error={error ?? null}
        hint={hint ?? usd}
        inputMode="decimal"
        label={label}
        onChange={(event) => onChange(event.target.value)}
        placeholder="0"
        unit={unit}
        value={value}
      />
      {presets.length > 0 && (
        <AmountPresets
          isDisabled={isDisabled || !balance}
          name={name}
          onPick={fill}
          presets={presets}
        />
      )}
    </div>
  )
}
