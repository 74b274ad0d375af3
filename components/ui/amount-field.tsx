"use client"

import type { ReactNode } from "react"
import { formatAmount, formatExactAmount } from "@/lib/format"
import { type AmountPreset, AmountPresets, presetAmount } from "./amount-presets"
import { Field } from "./field"

const TOKEN_DECIMALS = 18

type AmountFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  unit: ReactNode
  /** Name of the unit for screen readers, where `unit` is more than text. */
  unitName?: string
  /** In base units. */
  balance?: { amount: bigint; decimals?: number } | undefined
  presets?: readonly AmountPreset[]
  /** The amount's value in USD, shown below. */
  usd?: ReactNode
  hint?: ReactNode
  error?: string | null
  isDisabled?: boolean
  /** Called instead of filling in the whole balance, for example to keep a reserve for fees. */
  onMax?: () => void
}

/** An amount with its unit, the balance and presets of it. */
export function AmountField({
  label,
  value,
  onChange,
  unit,
  unitName,
  balance,
  presets = [],
  usd,
  hint,
  error,
  isDisabled = false,
  onMax,
}: AmountFieldProps) {
  const scaledBalance =
    balance && scaleToEighteen(balance.amount, balance.decimals ?? TOKEN_DECIMALS)
  const name = unitName ?? (typeof unit === "string" ? unit : "balance")
  const fill = (preset: AmountPreset) => {
    if (scaledBalance === undefined) return
    if (preset === "max" && onMax) return onMax()
    // Exact: the rounded amount would leave dust or exceed the balance.
    onChange(formatExactAmount(presetAmount(scaledBalance, preset)))
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        aside={scaledBalance === undefined ? null : `Balance ${formatAmount(scaledBalance)}`}
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
          isDisabled={isDisabled || !scaledBalance}
          name={name}
          onPick={fill}
          presets={presets}
        />
      )}
    </div>
  )
}

function scaleToEighteen(value: bigint, decimals: number) {
  return decimals <= TOKEN_DECIMALS
    ? value * 10n ** BigInt(TOKEN_DECIMALS - decimals)
    : value / 10n ** BigInt(decimals - TOKEN_DECIMALS)
}
