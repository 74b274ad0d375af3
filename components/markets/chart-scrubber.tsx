"use client"

import { type KeyboardEvent, type PointerEvent, useEffect, useState } from "react"
import { formatDateTime } from "@/lib/format"
import { formatChances } from "@/lib/markets/probability"

import { findNearestPoint } from "./chart-points"
import { getOutcomeColor } from "./outcome-colors"

type ChartScrubberProps = {
  /** Ascending, in Unix milliseconds. */
  times: readonly number[]
  /** The outcomes with their probabilities at those times. */
  lines: readonly { index: number; name: string; values: readonly number[] }[]
  /** The probability at the top of the scale. */
  top: number
}

/** Steps of the range input, whose values are integers. */
const STEPS = 1_000

/**
 * Shows the values at the pointer, or point by point with the arrow keys. An invisible native range input over the chart
 * handles touch, keys and screen readers.
 */
export function ChartScrubber({ times, lines, top }: ChartScrubberProps) {
  const [isMounted, setMounted] = useState(false)
  const [position, setPosition] = useState<number | null>(null)
  useEffect(() => setMounted(true), [])
  const [first, last] = [times[0], times.at(-1)]
  // Rendered in the browser only: it does nothing without scripts.
  if (!isMounted || first === undefined || last === undefined) return null
  const span = Math.max(1, last - first)
  const shown = position === null ? times.length - 1 : Math.min(position, times.length - 1)
  const time = times[shown] ?? last
  const part = (time - first) / span
  const at = lines.map((line) => line.values[shown] ?? 0)
  // The outcomes that are not drawn; a smaller rest is a rounding error.
  const others = 1 - at.reduce((sum, value) => sum + value, 0)
  const texts = formatChances(at, others > 0.0001 ? others : 0)
  const values = lines.map(({ index, name }, line) => ({
    index,
    name,
    value: at[line] ?? 0,
    text: texts[line] ?? "",
  }))
  const moveTo = (moment: number) => setPosition(findNearestPoint(times, first + moment * span))
  const followPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    moveTo((clientX - left) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = keySteps[event.key]
    if (by === undefined) return
    event.preventDefault()
    setPosition(Math.max(0, Math.min(times.length - 1, shown + by)))
  }
  return (
    <>
      {position !== null && <Crosshair part={part} time={time} top={top} values={values} />}
      <input
        aria-label="Time in the chart"
        aria-valuetext={`${formatDateTime(new Date(time))}: ${values.map(({ name, text }) => `${name} ${text}`).join(", ")}`}
        className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        max={STEPS}
        min={0}
        onBlur={() => setPosition(null)}
        onChange={(event) => moveTo(Number(event.target.value) / STEPS)}
        onFocus={() => setPosition(shown)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPosition(null)}
        onPointerMove={followPointer}
        type="range"
        value={Math.round(part * STEPS)}
      />
    </>
  )
}

const keySteps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
}

type CrosshairProps = {
  part: number
  time: number
  top: number
  values: readonly { index: number; name: string; value: number; text: string }[]
}

function Crosshair({ part, time, top, values }: CrosshairProps) {
  const isRight = part > 0.5
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${part * 100}%` }} />
      {values.map(({ index, value }, place) => (
        <span
          className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface"
          key={index}
          style={{
            left: `${part * 100}%`,
            top: `${(1 - value / top) * 100}%`,
            background: getOutcomeColor(place),
          }}
        />
      ))}
      <div
        className="figures absolute top-1 max-w-1/2 rounded-control border border-line bg-surface px-3 py-2 text-xs shadow-card"
        style={
          isRight
            ? { right: `calc(${(1 - part) * 100}% + 0.75rem)` }
            : { left: `calc(${part * 100}% + 0.75rem)` }
        }
      >
        <p className="mb-1 text-muted">{formatDateTime(new Date(time))}</p>
        {values.map(({ index, name, text }, place) => (
          <p className="flex items-center gap-1.5" key={index}>
            <span
              className="h-0.75 w-3 shrink-0 rounded-full"
              style={{ background: getOutcomeColor(place) }}
            />
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            <span className="font-semibold">{text}</span>
          </p>
        ))}
      </div>
    </div>
  )
}
