import { formatDateTime } from "@/lib/format"
import type { ProbabilityPoint } from "@/lib/markets/history-queries"
import { formatChances } from "@/lib/markets/probability"
import type { Outcome } from "@/lib/markets/schema"

import { type ChartMarker, groupMarkers } from "./chart-markers"
import { downsample } from "./chart-points"
import { ChartScrubber } from "./chart-scrubber"
import { getOutcomeColor } from "./outcome-colors"

/** SVG units: the drawing is stretched to its box, the labels keep their size. */
const WIDTH = 1_000
const HEIGHT = 300

/** More points than pixels show nothing more. */
const MAX_POINTS = 360

/** Part of the width: closer markers would overlap on a phone. */
const MIN_MARKER_DISTANCE = 0.07

type ProbabilityChartProps = {
  points: readonly ProbabilityPoint[]
  /** The outcomes that are drawn, in the order of their colors. */
  outcomes: readonly Pick<Outcome, "index" | "name">[]
  /** Events of the resolution, oldest first. */
  markers: readonly ChartMarker[]
}

/** Probabilities over time as lines, rendered on the server. */
export function ProbabilityChart({ points: all, outcomes, markers }: ProbabilityChartProps) {
  const points = downsample(all, MAX_POINTS)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const span = Math.max(1, last.time - first.time)
  const x = (time: number) => ((time - first.time) / span) * WIDTH
  const top = findCeiling(points, outcomes)
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const inside = markers.filter(({ time }) => +time >= first.time && +time <= last.time)
  return (
    <figure className="grid gap-2">
      <div className="relative h-64 sm:h-72">
        <div className="absolute inset-y-0 right-10 left-0 rounded-sm border-b border-line has-focus-visible:outline-2 has-focus-visible:outline-accent">
          <svg
            aria-hidden="true"
            className="size-full overflow-visible"
            fill="none"
            preserveAspectRatio="none"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          >
            {[0.25, 0.5, 0.75, 1].map((part) => (
              <path
                className="stroke-line"
                d={`M0 ${HEIGHT * (1 - part)}H${WIDTH}`}
                key={part}
                strokeDasharray="4 6"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {inside.map(({ time, text }) => (
              <path
                className="stroke-sand"
                d={`M${Math.round(x(+time))} 0V${HEIGHT}`}
                key={`${text} ${+time}`}
                strokeDasharray="3 3"
                strokeWidth={1.5}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {outcomes.map(({ index }, place) => (
              <path
                d={drawLine(points, index, x, y)}
                key={index}
                stroke={getOutcomeColor(place)}
                strokeLinejoin="round"
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {groupMarkers(
            inside.map(({ time }) => x(+time) / WIDTH),
            MIN_MARKER_DISTANCE,
          ).map(({ part, first: from, last: to }) => (
            <span
              aria-hidden="true"
              className="figures pointer-events-none absolute -top-2 whitespace-nowrap -translate-x-1/2 rounded-full bg-sand-soft px-1.5 text-xs font-medium text-sand"
              key={from}
              style={{ left: `${part * 100}%` }}
            >
              {from === to ? from : `${from}–${to}`}
            </span>
          ))}
          <ChartScrubber
            lines={outcomes.map(({ index, name }) => ({
              index,
              name,
              values: points.map(({ values }) => Math.round((values[index] ?? 0) * 1e4) / 1e4),
            }))}
            times={points.map(({ time }) => time)}
            top={top}
          />
        </div>
        <div
          aria-hidden="true"
          className="figures absolute inset-y-0 right-0 w-9 text-xs text-muted"
        >
          {[0, 0.5, 1].map((part) => (
            <span
              className="absolute right-0 -translate-y-1/2"
              key={part}
              style={{ top: `${(1 - part) * 100}%` }}
            >
              {Math.round(part * top * 100)}%
            </span>
          ))}
        </div>
      </div>
      <p aria-hidden="true" className="figures flex justify-between gap-3 text-xs text-muted">
        <span>{formatDateTime(new Date(first.time))}</span>
        <span>{formatDateTime(new Date(last.time))}</span>
      </p>
      {inside.length > 0 && <MarkerLegend markers={inside} />}
      <figcaption className="sr-only">{describeChart(points, outcomes)}</figcaption>
    </figure>
  )
}

/** Explains the numbers of the markers. */
function MarkerLegend({ markers }: { markers: readonly ChartMarker[] }) {
  return (
    <ol aria-label="Events in the chart" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {markers.map(({ time, text, outcome }, place) => (
        <li className="trade-row-what" key={`${text} ${+time}`}>
          <span className="figures rounded-full bg-sand-soft px-1.5 font-medium text-sand">
            {place + 1}
          </span>
          <span className="min-w-0 wrap-anywhere">
            {text}
            {outcome !== null && (
              <>
                {" "}
                <bdi className="font-medium">{outcome}</bdi>
              </>
            )}{" "}
            <span className="whitespace-nowrap text-muted">{formatDateTime(time)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type DrawnOutcomes = ProbabilityChartProps["outcomes"]

/** The top of the scale, above the highest line: small probabilities must not look flat. */
function findCeiling(points: readonly ProbabilityPoint[], outcomes: DrawnOutcomes) {
  const most = Math.max(
    0,
    ...points.flatMap(({ values }) => outcomes.map(({ index }) => values[index] ?? 0)),
  )
  return [0.1, 0.2, 0.4, 0.6, 0.8].find((limit) => most < limit * 0.9) ?? 1
}

type Scale = (value: number) => number

function drawLine(points: readonly ProbabilityPoint[], index: number, x: Scale, y: Scale) {
  // In whole units, of which a pixel has more than one.
  const corners = points.map(
    ({ time, values }) => `${Math.round(x(time))} ${Math.round(y(values[index] ?? 0))}`,
  )
  return `M${corners.join("L")}`
}

function describeChart(points: readonly ProbabilityPoint[], outcomes: DrawnOutcomes) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ""
  const from = formatDateTime(new Date(first.time))
  const [before, after] = [formatChances(first.values), formatChances(last.values)]
  const words = outcomes.map(({ index, name }) => {
    return `${name} from ${before[index]} to ${after[index]}`
  })
  return `Since ${from}: ${words.join(", ")}.`
}
