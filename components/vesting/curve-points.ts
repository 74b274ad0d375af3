import { stepSeconds, type Terms, vestedAmount } from "@/lib/vesting/math"

/** A point of the curve; both coordinates from 0 to 1. */
export type CurvePoint = { x: number; y: number }

export type VestingCurve = {
  points: CurvePoint[]
  /** Position of the present: 0 before the curve, 1 after it. */
  now: number
  /** Part that is vested now. */
  vested: number
}

/** Steps up to this number are drawn as steps; more look like a line. */
const MAX_STEPS = 60
const SAMPLES = 60n
/** The curve continues after its end by this fraction of its length, so that the end is visible. */
const TAIL_DIVISOR = 16n

/** The curve of a schedule from its start, or the present when it has not started, to its end. */
export function plotVesting(terms: Terms, now: bigint): VestingCurve {
  const { totalAmount, endTime } = terms
  const first = now < terms.startTime ? now : terms.startTime
  const length = endTime > first ? endTime - first : 1n
  const span = length + length / TAIL_DIVISOR + 1n
  const toX = (time: bigint) => toRatio(time - first, span)
  const toY = (amount: bigint) => toRatio(amount, totalAmount)
  const at = (time: bigint) => ({ x: toX(time), y: toY(vestedAmount(terms, time)) })
  const jumps = listJumps(terms)
  const points = jumps
    ? jumps.flatMap((time) => [{ x: toX(time), y: at(time - 1n).y }, at(time)])
    : listSamples(terms).map(at)
  return {
    points: [at(first), ...points, { x: 1, y: 1 }],
    now: toX(now),
    vested: at(now).y,
  }
}

/** The moments at which tokens are released; null for too many to draw. */
function listJumps({ startTime, endTime, isGradual, timeUnit }: Terms): bigint[] | null {
  if (!isGradual) return [endTime]
  const step = stepSeconds(timeUnit)
  const steps = (endTime - startTime) / step
  if (steps > MAX_STEPS) return null
  const jumps = Array.from({ length: Number(steps) }, (_, at) => startTime + BigInt(at + 1) * step)
  return jumps.at(-1) === endTime ? jumps : [...jumps, endTime]
}

function listSamples({ startTime, endTime }: Terms): bigint[] {
  const length = endTime - startTime
  return Array.from(
    { length: Number(SAMPLES) + 1 },
    (_, at) => startTime + (length * BigInt(at)) / SAMPLES,
  )
}

/** For drawing only: four decimal places, from 0 to 1. */
function toRatio(part: bigint, whole: bigint): number {
  const ratio = whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000
  return Math.min(1, Math.max(0, ratio))
}
