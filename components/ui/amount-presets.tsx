"use client"

import { type KeyboardEvent, useRef, useState } from "react"

const PRESETS = [
  { label: "25%", percent: 25n },
  { label: "50%", percent: 50n },
  { label: "75%", percent: 75n },
  { label: "Max", percent: 100n },
]

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

type Props = { symbol: string; isDisabled: boolean; onPick: (percent: bigint) => void }

/** Parts of a balance: one stop for the Tab key, arrow keys move between them. */
export function AmountPresets({ symbol, isDisabled, onPick }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (stop + step + PRESETS.length) % PRESETS.length
    setStop(next)
    bar.current?.querySelectorAll("button")[next]?.focus()
  }
  return (
    <div
      aria-label={`Parts of your ${symbol}`}
      className="grid grid-cols-4 gap-2"
      onKeyDown={move}
      ref={bar}
      role="toolbar"
    >
      {PRESETS.map(({ label, percent }, index) => (
        <button
          aria-label={percent === 100n ? `Use all ${symbol}` : `Use ${label} of the ${symbol}`}
          className="min-h-11 rounded-control border border-line text-sm font-medium text-muted hover:border-line-strong hover:text-ink disabled:cursor-not-allowed disabled:opacity-55"
          disabled={isDisabled}
          key={label}
          onClick={() => onPick(percent)}
          onFocus={() => setStop(index)}
          tabIndex={index === stop ? 0 : -1}
          type="button"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
