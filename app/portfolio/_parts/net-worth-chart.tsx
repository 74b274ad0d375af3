"use client"

import { useState } from "react"
import { Time } from "@/components/ui/time"
import { formatMoney } from "@/lib/format"

const WIDTH = 900
const HEIGHT = 220
const EDGE = 6

/** `base` is drawn as a dashed line to compare the value with. */
export type CurvePoint = { time: Date; value: bigint; base: bigint }

type NetWorthChartProps = {
  /** "Net worth" or "Profit". */
  name: string
  /** Without a name the base has no figure. */
  baseName?: string
  points: readonly CurvePoint[]
  summary: string
}

/** An area chart in USD; a range input makes its points available to keyboards and screen readers. */
export function NetWorthChart({ name, baseName, points, summary }: NetWorthChartProps) {
  const [pointedIndex, setPointedIndex] = useState<number | null>(null)
  const last = points.length - 1
  const index = Math.min(pointedIndex ?? last, last)
  const point = points[index]
  if (!point || points.length < 2) return null
  const scale = createScale(points)
  const left = `${(index / last) * 100}%`
  return (
    <figure className="grid grid-cols-1 gap-1">
      <p aria-hidden="true" className="figures flex flex-wrap gap-x-4 text-sm text-muted">
        <Time format="dateTime" time={point.time} />
        <span>
          {name} <span className="font-medium text-ink">{formatMoney(point.value)}</span>
        </span>
        {baseName && (
          <span>
            {baseName} {formatMoney(point.base)}
          </span>
        )}
      </p>
      <div
        className="relative h-48 touch-pan-y focus-within:outline-3 focus-within:outline-accent sm:h-56"
        onPointerLeave={() => setPointedIndex(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left: start, width } = currentTarget.getBoundingClientRect()
          const part = Math.min(1, Math.max(0, (clientX - start) / width))
          setPointedIndex(Math.round(part * last))
        }}
      >
        <ChartArea points={points} scale={scale} />
        {pointedIndex !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 border-l border-line-strong"
            style={{ left }}
          />
        )}
        <input
          aria-label={`${name} over time`}
          aria-valuetext={`${formatMoney(point.value)} on ${point.time.toISOString().slice(0, 10)}`}
          className="sr-only"
          max={last}
          min={0}
          onBlur={() => setPointedIndex(null)}
          onChange={(event) => setPointedIndex(Number(event.target.value))}
          type="range"
          value={index}
        />
      </div>
      <figcaption className="sr-only">{summary}</figcaption>
    </figure>
  )
}

type Scale = { x: (index: number) => number; y: (value: bigint) => number }

function ChartArea({ points, scale: { x, y } }: { points: readonly CurvePoint[]; scale: Scale }) {
  const line = points.map(({ value }, index) => `${x(index)} ${y(value)}`).join("L")
  // The base is constant between two points.
  const steps = points
    .map(({ base }, index) => (index === 0 ? `M0 ${y(base)}` : `H${x(index)}V${y(base)}`))
    .join("")
  const rises = (points.at(-1)?.value ?? 0n) >= (points[0]?.value ?? 0n)
  return (
    <svg
      aria-hidden="true"
      className={rises ? "size-full text-kelp" : "size-full text-coral"}
      fill="none"
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <path d={`M${line}V${HEIGHT}H0Z`} fill="currentColor" fillOpacity={0.1} />
      <path
        className="text-muted"
        d={steps}
        stroke="currentColor"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${line}`}
        stroke="currentColor"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Numbers are exact enough for drawing. */
const toCents = (value: bigint) => Number(value / 10n ** 16n)

function createScale(points: readonly CurvePoint[]): Scale {
  const values = points.flatMap(({ value, base }) => [toCents(value), toCents(base)])
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  const last = Math.max(points.length - 1, 1)
  const short = (value: number) => Math.round(value * 10) / 10
  return {
    x: (index) => short((index / last) * WIDTH),
    y: (value) =>
      range === 0
        ? HEIGHT / 2
        : short(HEIGHT - EDGE - ((toCents(value) - low) / range) * (HEIGHT - 2 * EDGE)),
  }
}
