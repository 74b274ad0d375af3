"use client"

import { AmountField } from "@/components/ui/amount-field"
import { AmountPresets } from "@/components/ui/amount-presets"
import { formatExactAmount, formatUsd } from "@/lib/format"
import { percentOf } from "./amount-input"

type Props = {
  label: string
  symbol: string
  text: string
  onChange: (text: string) => void
  /** What the amount is worth; null while unknown. */
  usdValue: bigint | null
  /** Undefined while unknown or without a wallet; null where parts of it make no sense. */
  balance: bigint | undefined | null
  error?: string | null
  isDisabled: boolean
}

/** An amount a person can type, with its value and parts of the balance. */
export function TokenAmountField({ symbol, text, balance, usdValue, onChange, ...field }: Props) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <AmountField
        {...field}
        onChange={onChange}
        unit={symbol}
        value={text}
        // A line of its own from the start, so that nothing moves when it is filled.
        usd={usdValue === null ? "\u00a0" : `≈ ${formatUsd(usdValue)}`}
        {...(balance !== undefined && balance !== null && { balance: { amount: balance } })}
      />
      {balance !== null && (
        <AmountPresets
          isDisabled={field.isDisabled || !balance}
          onPick={(percent) => onChange(formatExactAmount(percentOf(balance ?? 0n, percent)))}
          symbol={symbol}
        />
      )}
    </div>
  )
}
