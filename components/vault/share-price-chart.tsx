"use client"

import { useState } from "react"
import { formatAmount, formatDateTime } from "@/lib/format"

/** SVG units: the drawing is stretched to its box, the labels keep their size. */
const WIDTH = 900
const HEIGHT = 220
const EDGE = 8

/** Steps of the range input, whose values are integers. */
const STEPS = 1_000

/** Unix milliseconds, and TIDE per share with 18 decimals as text. */
export type ChartPoint = { time: number; price: string }

type Props = { points: readonly ChartPoint[]; summary: string }

/** The share price as a line; a range input makes its points available to keyboards and screen readers. */
export function SharePriceChart({ points, summary }: Props) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const span = Math.max(1, last.time - first.time)
  const shown = points[pointed ?? points.length - 1] ?? last
  const part = (shown.time - first.time) / span
  const moveTo = (to: number) => setPointed(findNearest(points, first.time + to * span))
  return (
    <figure className="grid grid-cols-1 gap-1">
      <p aria-hidden="true" className="figures flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{formatDateTime(new Date(shown.time))}</span>
        <span>
          1 wTIDE ={" "}
          <span className="font-medium text-ink">{formatAmount(BigInt(shown.price), 8)} TIDE</span>
        </span>
      </p>
      <div
        className="relative h-48 touch-pan-y focus-within:outline-3 focus-within:outline-accent sm:h-56"
        onPointerLeave={() => setPointed(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          moveTo((clientX - left) / width)
        }}
      >
        <Line first={first} points={points} span={span} />
        {pointed !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 border-l border-line-strong"
            style={{ left: `${part * 100}%` }}
          />
        )}
        <input
          aria-label="Time in the chart"
          aria-valuetext={`${formatAmount(BigInt(shown.price), 8)} TIDE, ${formatDateTime(new Date(shown.time))}`}
          className="sr-only"
          max={STEPS}
          min={0}
          onBlur={() => setPointed(null)}
          onChange={(event) => moveTo(Number(event.target.value) / STEPS)}
          type="range"
          value={Math.round(part * STEPS)}
        />
      </div>
      <p aria-hidden="true" className="figures flex justify-between gap-3 text-xs text-muted">
        <span>{formatDateTime(new Date(first.time))}</span>
        <span>{formatDateTime(new Date(last.time))}</span>
      </p>
      <figcaption className="sr-only">{summary}</figcaption>
    </figure>
  )
}

type LineProps = { points: readonly ChartPoint[]; first: ChartPoint; span: number }

function Line({ points, first, span }: LineProps) {
  const low = BigInt(first.price)
  // Differences are small: numbers are exact enough for drawing them.
  const rises = points.map(({ price }) => Number(BigInt(price) - low))
  const most = Math.max(...rises)
  const least = Math.min(...rises)
  const range = most - least
  const y = (rise: number) =>
    range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((rise - least) / range) * (HEIGHT - 2 * EDGE)
  const line = points
    .map(({ time }, index) => {
      const x = ((time - first.time) / span) * WIDTH
      return `${round(x)} ${round(y(rises[index] ?? 0))}`
    })
    .join("L")
  return (
    <svg
      aria-hidden="true"
      className="size-full text-accent"
      fill="none"
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <path d={`M${line}V${HEIGHT}H0Z`} fill="currentColor" fillOpacity={0.1} />
      <path
        d={`M${line}`}
        stroke="currentColor"
        strokeLinejoin="round"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10

function findNearest(points: readonly ChartPoint[], time: number): number {
  let [nearest, distance] = [0, Number.POSITIVE_INFINITY]
  for (const [index, point] of points.entries()) {
    const away = Math.abs(point.time - time)
    if (away > distance) break
    nearest = index
    distance = away
  }
  return nearest
}
