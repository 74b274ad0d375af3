"use client"

import { useState } from "react"
import { formatDateTime } from "@/lib/format"
import { PRICE_UNIT, type PricePoint } from "@/lib/updown/view"
import { formatClock, formatFeedPrice } from "./labels"
import { drawPriceLine, HEIGHT, type LineDrawing, type RoundSpan, WIDTH } from "./price-line"

/** Steps of the range input, whose values are integers. */
const STEPS = 500

type Props = {
  /** "BTC". */
  symbol: string
  /** Updates of the feed, oldest first. */
  points: readonly PricePoint[]
  round: RoundSpan
  /** Unix seconds. */
  from: number
  now: number
}

/** The price against its start, with the running round marked; a range input reads it out point by point. */
export function RoundChart({ symbol, points, round, from, now }: Props) {
  const [pointed, setPointed] = useState<number | null>(null)
  const drawing = drawPriceLine({ points, round, from, now })
  if (!drawing) return <p className="py-16 text-center text-sm text-muted">No prices yet</p>
  const end = Math.max(round.endTime, now)
  const time = pointed === null ? now : Math.min(from + pointed * (end - from), now)
  const shown = priceAt(points, time) ?? round.startPrice
  return (
    <figure className="grid grid-cols-1 gap-1">
      <p aria-hidden="true" className="figures flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{formatClock(time)}</span>
        <span className="font-medium text-ink">{format(shown, round.startPrice)}</span>
      </p>
      <div
        className="relative h-52 touch-pan-y overflow-hidden rounded-control border border-line has-focus-visible:outline-3 has-focus-visible:outline-accent sm:h-64"
        data-testid="round-chart"
        onPointerLeave={() => setPointed(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          setPointed(Math.min(1, Math.max(0, (clientX - left) / width)))
        }}
      >
        <Drawing drawing={drawing} price={format(round.startPrice, round.startPrice)} />
        {pointed !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 border-l border-line-strong"
            style={{ left: `${((time - from) / (end - from)) * 100}%` }}
          />
        )}
        <input
          aria-label="Time in the chart"
          aria-valuetext={`${format(shown, round.startPrice)} at ${formatClock(time)}`}
          className="sr-only"
          max={STEPS}
          min={0}
          onBlur={() => setPointed(null)}
          onChange={(event) => setPointed(Number(event.target.value) / STEPS)}
          type="range"
          value={Math.round(((time - from) / (end - from)) * STEPS)}
        />
      </div>
      <p aria-hidden="true" className="figures flex justify-between gap-3 text-xs text-muted">
        <span>{formatClock(from)}</span>
        <span>End {formatClock(round.endTime)} UTC</span>
      </p>
      <figcaption className="sr-only">{describeLine({ symbol, points, round })}</figcaption>
    </figure>
  )
}

function Drawing({ drawing, price }: { drawing: LineDrawing; price: string }) {
  const { path, level, span, now } = drawing
  const isHigh = level < 0.2
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <svg
        aria-hidden="true"
        className="size-full"
        fill="none"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        <rect
          className="fill-accent-soft"
          height={HEIGHT}
          width={(span.to - span.from) * WIDTH}
          x={span.from * WIDTH}
        />
        <path
          className="stroke-line-strong"
          d={`M${span.from * WIDTH} 0V${HEIGHT}M${span.to * WIDTH} 0V${HEIGHT}`}
          vectorEffect="non-scaling-stroke"
        />
        <path
          className="stroke-ink"
          d={`M0 ${level * HEIGHT}H${WIDTH}`}
          strokeDasharray="6 5"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        <path
          className="stroke-accent"
          d={path}
          strokeLinejoin="round"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span
        className="figures absolute left-2 rounded-full bg-surface px-1.5 text-xs text-muted"
        style={{ top: `calc(${level * 100}% + ${isHigh ? "4px" : "-22px"})` }}
      >
        Start {price}
      </span>
      <span
        className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
        style={{ left: `${now.x * 100}%`, top: `${now.y * 100}%` }}
      />
    </div>
  )
}

/** The price that held at a time. */
const priceAt = (points: readonly PricePoint[], time: number) =>
  points.findLast((point) => point.time <= time)?.price

const toUnits = (price: number) => BigInt(Math.round(price * Number(PRICE_UNIT)))
const format = (price: number, like: number) => formatFeedPrice(toUnits(price), toUnits(like))

const toDate = (seconds: number) => new Date(seconds * 1_000)

/** The chart as a sentence, for screen readers. */
export function describeLine({
  symbol,
  points,
  round,
}: Pick<Props, "symbol" | "points" | "round">): string {
  const last = points.at(-1)
  if (!last) return "No prices yet."
  const { startPrice } = round
  const side = last.price === startPrice ? "equal to" : last.price > startPrice ? "above" : "below"
  return `The round started at ${format(startPrice, startPrice)} on ${formatDateTime(toDate(round.startTime))}. ${symbol} is at ${format(last.price, startPrice)}, ${side} the start.`
}
