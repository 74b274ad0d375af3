"use client"

import { useState } from "react"
import { Field } from "@/components/ui/field"
import { Slider } from "@/components/ui/slider"
import { MAX_LOAN_DAYS, MIN_LEVERAGE_DAYS } from "@/lib/loans/math"

const [LEAST, MOST] = [Number(MIN_LEVERAGE_DAYS), Number(MAX_LOAN_DAYS)]

type Props = { days: number; onDays: (days: number) => void; isDisabled: boolean }

/** The duration of a position, on a slider or typed. */
export function DaysField({ days, onDays, isDisabled }: Props) {
  /** Typed text that is not a number of days. */
  const [text, setText] = useState<string | null>(null)
  const type = (typed: string) => {
    const count = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
    const isAllowed = count >= LEAST && count <= MOST
    setText(isAllowed ? null : typed)
    if (isAllowed) onDays(count)
  }
  return (
    <div className="grid grid-cols-1">
      <Field
        disabled={isDisabled}
        error={text === null ? null : "Enter 1 to 1,000 days; used is the last valid number."}
        inputMode="numeric"
        label="Runs for"
        onChange={(event) => type(event.target.value)}
        unit="days"
        value={text ?? `${days}`}
      />
      <Slider
        label="Days"
        max={MOST}
        min={LEAST}
        onChange={(next) => {
          if (isDisabled) return
          setText(null)
          onDays(next)
        }}
        value={days}
        valueText={`${days} days`}
      />
    </div>
  )
}
