"use client"

import { Slider as Primitive } from "radix-ui"

type SliderProps = {
  label: string
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
  /** Text for screen readers instead of the bare number. */
  valueText?: string
}

/** A number between two ends, by pointer or arrow keys. */
export function Slider({ label, value, min, max, step = 1, onChange, valueText }: SliderProps) {
  return (
    <Primitive.Root
      className="relative flex h-11 w-full touch-none items-center select-none"
      max={max}
      min={min}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      step={step}
      value={[value]}
    >
      <Primitive.Track className="relative h-1.5 flex-1 rounded-full bg-line">
        <Primitive.Range className="absolute h-full rounded-full bg-accent" />
      </Primitive.Track>
      <Primitive.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="relative block size-6 rounded-full border-2 border-accent bg-surface shadow-card before:absolute before:-inset-2.5"
      />
    </Primitive.Root>
  )
}
