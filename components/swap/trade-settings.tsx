"use client"

import { useState } from "react"
import { MAX_SLIPPAGE_BASIS_POINTS } from "@/components/theme/preferences"
import { CheckField } from "@/components/ui/check-field"
import { Choice } from "@/components/ui/choice"
import { Field } from "@/components/ui/field"
import { percent } from "@/lib/format"
import { Disclosure } from "./disclosure"
import type { TradeSettings } from "./use-trade-settings"

const PRESETS = [50n, 100n, 300n]

type Props = {
  settings: TradeSettings
  onChange: (changed: Partial<TradeSettings>) => void
  paySymbol: string
  /** Trades of an extreme impact are held back unless they are allowed here. */
  hasLimit?: boolean
}

export function TradeSettingsFields({ settings, onChange, paySymbol, hasLimit = true }: Props) {
  const { slippage, isUnlimited, isExpert } = settings
  return (
    <div className="rounded-control bg-sunken px-3">
      <Disclosure label="Trade settings" value={`Slippage ${percent(slippage)}`}>
        <SlippageField onChange={(next) => onChange({ slippage: next })} value={slippage} />
        <CheckField
          checked={isUnlimited}
          hint={`Later trades need no approval, but the exchange’s contract could take all your ${paySymbol}. Off: it may take what this trade needs, nothing more.`}
          label={`Approve unlimited ${paySymbol}`}
          onChange={(next) => onChange({ isUnlimited: next })}
        />
        {hasLimit && (
          <CheckField
            checked={isExpert}
            hint="Lets trades through that move the price by 15% or more, after you type that you want it."
            label="Allow extreme price impact"
            onChange={(next) => onChange({ isExpert: next })}
          />
        )}
        <p className="pb-3 text-xs text-muted">
          A trade has no time limit on the chain. One that waits in your wallet still gives the
          minimum received, or nothing is traded.
        </p>
      </Disclosure>
    </div>
  )
}

type SlippageProps = { value: bigint; onChange: (basisPoints: bigint) => void }

/** How much worse than quoted the trade may turn out when others trade first. */
function SlippageField({ value, onChange }: SlippageProps) {
  const [text, setText] = useState("")
  const own = readPercent(text)
  const type = (next: string) => {
    setText(next)
    const read = readPercent(next)
    if (read !== null) onChange(read)
  }
  return (
    <div className="grid gap-3 pb-2">
      <Choice
        label="Allowed slippage"
        onChange={(next) => {
          setText("")
          onChange(BigInt(next))
        }}
        options={PRESETS.map((preset) => ({ value: `${preset}`, label: percent(preset) }))}
        value={text ? "" : `${value}`}
      />
      <Field
        error={text && own === null ? "Enter a percentage from 0.01 to 50" : null}
        hint="If the price moves further than this before your trade is mined, nothing is traded."
        inputMode="decimal"
        label="Another value"
        onChange={(event) => type(event.target.value)}
        unit="%"
        value={text}
      />
    </div>
  )
}

function readPercent(text: string): bigint | null {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match?.[1]) return null
  const basisPoints = BigInt(match[1]) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"))
  return basisPoints >= 1n && basisPoints <= MAX_SLIPPAGE_BASIS_POINTS ? basisPoints : null
}
