"use client"

import type { ReactNode } from "react"
import { formatAmount, formatExactAmount } from "@/lib/format"
import { Field } from "./field"

type AmountPreset = "25" | "50" | "75" | "max"

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
  isDisabled,
  onMax,
}: AmountFieldProps) {
  const scaledBalance =
    balance && scaleToEighteen(balance.amount, balance.decimals ?? TOKEN_DECIMALS)
  const name = unitName ?? (typeof unit === "string" ? unit : "balance")
  const fill = (preset: AmountPreset) => {
    if (scaledBalance === undefined) return
    if (preset === "max" && onMax) return onMax()
    // Exact: the rounded amount would leave dust or exceed the balance.
    onChange(
      formatExactAmount(preset === "max" ? scaledBalance : (scaledBalance * BigInt(preset)) / 100n),
    )
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
        <div className="grid grid-flow-col gap-2">
          {presets.map((preset) => (
            <button
              aria-label={preset === "max" ? `Use all ${name}` : `Use ${preset}% of the ${name}`}
              className="min-h-11 rounded-control border border-line text-sm font-medium text-muted hover:border-line-strong hover:text-ink disabled:cursor-not-allowed disabled:opacity-55"
              disabled={isDisabled || !scaledBalance}
              key={preset}
              onClick={() => fill(preset)}
              type="button"
            >
              {preset === "max" ? "Max" : `${preset}%`}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function scaleToEighteen(value: bigint, decimals: number) {
  return decimals <= TOKEN_DECIMALS
    ? value * 10n ** BigInt(TOKEN_DECIMALS - decimals)
    : value / 10n ** BigInt(decimals - TOKEN_DECIMALS)
}
