"use client"

import { type KeyboardEvent, useRef } from "react"
import { Field } from "@/components/ui/field"
import { amount, exactAmount, usd } from "@/lib/format"
import { partOf } from "./entry"

type Props = {
  label: string
  symbol: string
  text: string
  onChange: (text: string) => void
  /** What the amount is worth; null while unknown. */
  usdValue: bigint | null
  /** Undefined while unknown or without a wallet; null where there is nothing to draw from. */
  balance?: bigint | undefined | null
  error?: string | null
  hint?: string
  isDisabled: boolean
  /** The text is computed from the other field. */
  isFollowing: boolean
}

const SHARES = [
  { label: "25%", percent: 25n },
  { label: "50%", percent: 50n },
  { label: "75%", percent: 75n },
  { label: "Max", percent: 100n },
]

/** An amount a person can type; the one that follows the other field is drawn lighter. */
export function TradeField({ label, symbol, text, onChange, balance, ...rest }: Props) {
  const { usdValue, error = null, hint, isDisabled, isFollowing } = rest
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        aside={balance === undefined || balance === null ? null : `Balance ${amount(balance)}`}
        className={`figures text-lg font-medium ${isFollowing ? "text-muted" : ""}`}
        disabled={isDisabled}
        enterKeyHint="go"
        error={error}
        hint={hint ?? (usdValue === null ? " " : `≈ ${usd(usdValue)}`)}
        inputMode="decimal"
        label={label}
        onChange={(event) => onChange(event.target.value)}
        placeholder="0"
        unit={symbol}
        value={text}
      />
      {balance !== null && (
        <Shares
          balance={balance}
          isDisabled={isDisabled}
          onPick={(part) => onChange(exactAmount(part))}
          symbol={symbol}
        />
      )}
    </div>
  )
}

type SharesProps = {
  balance: bigint | undefined
  symbol: string
  isDisabled: boolean
  onPick: (part: bigint) => void
}

/** Parts of the balance; one stop for the Tab key, arrow keys move inside. */
function Shares({ balance, symbol, isDisabled, onPick }: SharesProps) {
  const bar = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])]
    const at = buttons.findIndex((button) => button.matches(":focus"))
    if (step === undefined || at < 0) return
    event.preventDefault()
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div
      aria-label={`Parts of your ${symbol}`}
      className="grid grid-cols-4 gap-2"
      onKeyDown={move}
      ref={bar}
      role="toolbar"
    >
      {SHARES.map(({ label, percent }, index) => (
        <button
          aria-label={percent === 100n ? `Use all ${symbol}` : `Use ${label} of the ${symbol}`}
          className="min-h-11 rounded-control border border-line text-sm font-medium text-muted hover:border-line-strong hover:text-ink disabled:cursor-not-allowed disabled:opacity-55"
          disabled={isDisabled || !balance}
          key={label}
          onClick={() => onPick(partOf(balance ?? 0n, percent))}
          tabIndex={index === 0 ? 0 : -1}
          type="button"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
