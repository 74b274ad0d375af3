"use client"

import { useState } from "react"
import { Choice } from "@/components/ui/choice"
import { Field } from "@/components/ui/field"
import { Icon } from "@/components/ui/icon"
import { percent } from "@/lib/format"

const PRESETS = [50n, 100n, 300n]
const MAX_BASIS_POINTS = 5_000n

type Props = { value: bigint; onChange: (basisPoints: bigint) => void }

/** How much worse than quoted the trade may turn out when others trade first. */
export function SlippageField({ value, onChange }: Props) {
  const [text, setText] = useState("")
  const own = readPercent(text)
  const type = (next: string) => {
    setText(next)
    const read = readPercent(next)
    if (read !== null) onChange(read)
  }
  return (
    <details className="group rounded-control bg-sunken px-3">
      <summary className="flex min-h-11 list-none items-center justify-between text-sm text-muted">
        Slippage
        <span className="figures flex items-center gap-1 font-medium text-ink">
          {percent(value)}
          <span className="transition-transform group-open:rotate-180">
            <Icon name="chevron" size={16} />
          </span>
        </span>
      </summary>
      <div className="grid gap-3 pb-3">
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
    </details>
  )
}

function readPercent(text: string): bigint | null {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match?.[1]) return null
  const basisPoints = BigInt(match[1]) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"))
  return basisPoints >= 1n && basisPoints <= MAX_BASIS_POINTS ? basisPoints : null
}
