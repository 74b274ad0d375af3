import { cn } from "@/components/ui/cn"
import { Time } from "@/components/ui/time"
import type { Terms } from "@/lib/vesting/math"
import { plotVesting, type VestingCurve } from "./curve-points"
import { describeKind, describeProgress, toDate } from "./format"

const WIDTH = 320
const HEIGHT = 96
const TOP = 4

type Props = {
  terms: Terms
  /** Unix seconds. */
  now: bigint
  /** The part that was claimed, from 0 to 1; drawn as a line. */
  claimed?: number
  /** What happens at `now`. */
  nowLabel?: string
  /** Instead of the dates, for schedules that have none yet. */
  caption?: string
}

/** The vested amount over time, with the present; the caption says the same in words. */
export function Curve({ terms, now, claimed = 0, nowLabel = "now", caption }: Props) {
  const curve = plotVesting(terms, now)
  return (
    <figure className="grid gap-1">
      <Drawing claimed={claimed} curve={curve} />
      <div aria-hidden="true" className="flex h-4 text-xs text-muted">
        <span
          className={cn("flex min-w-max", curve.now > 0.5 ? "justify-end" : "justify-start")}
          style={
            curve.now > 0.5
              ? { width: `${curve.now * 100}%` }
              : { marginLeft: `${curve.now * 100}%` }
          }
        >
          {curve.now > 0.5 ? `${nowLabel} ▴` : `▴ ${nowLabel}`}
        </span>
      </div>
      <figcaption className="sr-only">{caption ?? <Dates now={now} terms={terms} />}</figcaption>
    </figure>
  )
}

function Dates({ terms, now }: Pick<Props, "terms" | "now">) {
  return (
    <>
      {describeKind(terms)}, from <Time format="dateTime" time={toDate(terms.startTime)} /> to{" "}
      <Time format="dateTime" time={toDate(terms.endTime)} />. {describeProgress(terms, now)}
    </>
  )
}

function Drawing({ curve, claimed }: { curve: VestingCurve; claimed: number }) {
  const toPoint = ({ x, y }: { x: number; y: number }) =>
    `${(x * WIDTH).toFixed(1)},${toTop(y).toFixed(1)}`
  const line = curve.points.map(toPoint).join(" ")
  const nowX = curve.now * WIDTH
  return (
    <svg
      aria-hidden="true"
      className="h-24 w-full"
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <polygon className="fill-accent-soft" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <rect
        className="fill-sunken opacity-60"
        height={HEIGHT}
        width={WIDTH - nowX}
        x={nowX}
        y={0}
      />
      {claimed > 0 && (
        <line
          className="stroke-kelp"
          strokeDasharray="5 4"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
          x1={0}
          x2={WIDTH}
          y1={toTop(claimed)}
          y2={toTop(claimed)}
        />
      )}
      <polyline
        className="fill-none stroke-accent"
        points={line}
        strokeLinejoin="round"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
      <line
        className="stroke-ink"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        x1={nowX}
        x2={nowX}
        y1={0}
        y2={HEIGHT}
      />
      <line
        className="stroke-line-strong"
        vectorEffect="non-scaling-stroke"
        x1={0}
        x2={WIDTH}
        y1={HEIGHT}
        y2={HEIGHT}
      />
    </svg>
  )
}

const toTop = (part: number) => HEIGHT - part * (HEIGHT - TOP)
