"use client"

import { useState } from "react"
import { Checkbox } from "@/components/ui/checkbox"
import { Disclosure } from "@/components/ui/disclosure"
import { Field } from "@/components/ui/field"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { formatPercent } from "@/lib/format"
import { MAX_SLIPPAGE_BASIS_POINTS, readSlippage } from "./slippage"

/** Settings of one ticket, which last as long as the page. */
export type TradeSettings = {
  /** Basis points. */
  slippage: bigint
  /** Approves an unlimited allowance, so that later trades need no approval. */
  isUnlimited: boolean
  /** Allows trades with an extreme price impact, after a typed confirmation. */
  isExpert: boolean
}

export function useTradeSettings() {
  const [settings, setSettings] = useState<TradeSettings>(() => ({
    slippage: readSlippage(),
    isUnlimited: false,
    isExpert: false,
  }))
  const change = (changed: Partial<TradeSettings>) =>
    setSettings((before) => ({ ...before, ...changed }))
  return { settings, change }
}

const SLIPPAGE_PRESETS = [50n, 100n, 300n]

type Props = {
  settings: TradeSettings
  onChange: (changed: Partial<TradeSettings>) => void
  paySymbol: string
  /** Whether an extreme price impact blocks trades unless it is allowed here. */
  hasImpactLimit?: boolean
}

export function TradeSettingsFields({
  settings,
  onChange,
  paySymbol,
  hasImpactLimit = true,
}: Props) {
  const { slippage, isUnlimited, isExpert } = settings
  return (
    <div className="rounded-control bg-sunken px-3">
      <Disclosure label="Trade settings" value={`Slippage ${formatPercent(slippage)}`}>
        <SlippageField onChange={(next) => onChange({ slippage: next })} value={slippage} />
        <Checkbox
          checked={isUnlimited}
          hint={`Later trades need no approval, but the contract can spend all your ${paySymbol}. Off: it can spend only what this trade needs.`}
          label={`Approve unlimited ${paySymbol}`}
          onChange={(next) => onChange({ isUnlimited: next })}
        />
        {hasImpactLimit && (
          <Checkbox
            checked={isExpert}
            hint="Allows trades that move the price by 15% or more, after a typed confirmation."
            label="Allow extreme price impact"
            onChange={(next) => onChange({ isExpert: next })}
          />
        )}
        <p className="pb-3 text-xs text-muted">
          Trades have no deadline. A delayed trade still gives you at least the minimum received, or
          it reverts.
        </p>
      </Disclosure>
    </div>
  )
}

type SlippageProps = { value: bigint; onChange: (basisPoints: bigint) => void }

/** The tolerated difference between quote and execution. */
export function SlippageField({ value, onChange }: SlippageProps) {
  const [text, setText] = useState("")
  const own = parsePercent(text)
  const type = (next: string) => {
    setText(next)
    const read = parsePercent(next)
    if (read !== null) onChange(read)
  }
  return (
    <div className="grid gap-3 pb-2">
      <SegmentedControl
        label="Allowed slippage"
        onChange={(next) => {
          setText("")
          onChange(BigInt(next))
        }}
        options={SLIPPAGE_PRESETS.map((preset) => ({
          value: `${preset}`,
          label: formatPercent(preset),
        }))}
        value={text ? "" : `${value}`}
      />
      <Field
        error={text && own === null ? "Enter a percentage from 0.01 to 50" : null}
        hint="Your trade reverts if the price moves further than this."
        inputMode="decimal"
        label="Custom"
        onChange={(event) => type(event.target.value)}
        unit="%"
        value={text}
      />
    </div>
  )
}

function parsePercent(text: string): bigint | null {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match?.[1]) return null
  const basisPoints = BigInt(match[1]) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"))
  return basisPoints >= 1n && basisPoints <= MAX_SLIPPAGE_BASIS_POINTS ? basisPoints : null
}
