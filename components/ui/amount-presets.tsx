"use client"

import { type KeyboardEvent, useRef, useState } from "react"

export type AmountPreset = "25" | "50" | "75" | "max"

/** Parts of the balance that can be paid with one press. */
export const BALANCE_PRESETS: readonly AmountPreset[] = ["25", "50", "75", "max"]

/** Keys that move the focus, by the number of buttons. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

type Props = {
  presets: readonly AmountPreset[]
  /** Name of the balance: "USDB". */
  name: string
  isDisabled: boolean
  onPick: (preset: AmountPreset) => void
}

/** Buttons for parts of a balance: one stop for the Tab key, arrow keys move between them. */
export function AmountPresets({ presets, name, isDisabled, onPick }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (stop + step + presets.length) % presets.length
    setStop(next)
    bar.current?.querySelectorAll("button")[next]?.focus()
  }
  return (
    <div
      aria-label={`Parts of your ${name}`}
      className="grid auto-cols-fr grid-flow-col gap-2"
      onKeyDown={move}
      ref={bar}
      role="toolbar"
    >
      {presets.map((preset, index) => (
        <button
          aria-label={preset === "max" ? `Use all ${name}` : `Use ${preset}% of the ${name}`}
          className="amount-preset"
          disabled={isDisabled}
          key={preset}
          onClick={() => onPick(preset)}
          onFocus={() => setStop(index)}
          tabIndex={index === stop ? 0 : -1}
          type="button"
        >
          {preset === "max" ? "Max" : `${preset}%`}
        </button>
      ))}
    </div>
  )
}

/** "max" is the balance itself, so that no rounded remainder stays behind. */
export function presetAmount(balance: bigint, preset: AmountPreset): bigint {
  return preset === "max" ? balance : (balance * BigInt(preset)) / 100n
}
