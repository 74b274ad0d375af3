"use client"

import { useEffect, useState } from "react"
import { Field } from "@/components/ui/field"
import { Slider } from "@/components/ui/slider"
import { formatInteger } from "@/lib/format"

type Props = {
  label: string
  value: number
  min: number
  max: number
  onChange: (days: number) => void
}

/** A number of days on a slider, and as a number to type. */
export function DaysField({ label, value, min, max, onChange }: Props) {
  const [text, setText] = useState(`${value}`)
  useEffect(() => setText(`${value}`), [value])
  const typed = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  const isAllowed = typed >= min && typed <= max
  const type = (next: string) => {
    setText(next)
    const days = /^\d{1,4}$/.test(next.trim()) ? Number(next) : Number.NaN
    if (days >= min && days <= max) onChange(days)
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <Field
        className="figures text-lg font-medium"
        error={isAllowed ? null : `Enter ${min} to ${formatInteger(max)} days.`}
        inputMode="numeric"
        label={label}
        onChange={(event) => type(event.target.value)}
        unit="days"
        value={text}
      />
      <Slider
        label={`${label}, slider`}
        max={max}
        min={min}
        onChange={onChange}
        value={value}
        valueText={`${value} days`}
      />
    </div>
  )
}
