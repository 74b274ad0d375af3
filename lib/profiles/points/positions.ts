import { DAY_SECONDS, POINT_RULES } from "./formula"

/** A change of a wallet's vault shares (wTIDE) and loans (USDB); `time` is in Unix seconds. */
export type PositionChange = { time: number; liquid: bigint; locked: bigint; loans: bigint }

/** Values at the end of a UTC day: the reserves of TIDE's pool, and the amounts of the latest wrap or unwrap. */
export type DayRate = { reserve0: bigint; reserve1: bigint; tide: bigint; shares: bigint }

export type PositionPoints = { day: number; positions: bigint }

type DaySpan = {
  /** The first requested day; earlier changes count towards the holdings on it. */
  from: number
  /** The day after the last one. */
  to: number
  /** The present, in Unix seconds, where the last day is not over: later seconds count for nothing yet. */
  now?: number
  rateOf: (day: number) => DayRate | undefined
}

/**
 * Base points for positions of each day that has some, with 18 decimals (rest-api-part-2.md, 4.6). Changes ascend by
 * time. Each amount is averaged over the 86,400 seconds of the day; none counts below zero.
 */
export function computePositions(
  changes: readonly PositionChange[],
  { from, to, now = Number.POSITIVE_INFINITY, rateOf }: DaySpan,
): PositionPoints[] {
  const points: PositionPoints[] = []
  const held = { liquid: 0n, locked: 0n, loans: 0n }
  const first = changes[0]
  if (!first) return points
  let next = 0
  for (let day = Math.floor(first.time / DAY_SECONDS); day < to; day++) {
    const sums = { liquid: 0n, locked: 0n, loans: 0n }
    const end = Math.min((day + 1) * DAY_SECONDS, now)
    let since = day * DAY_SECONDS
    for (let change = changes[next]; since < end; change = changes[next]) {
      const until = change && change.time < end ? change.time : end
      for (const kind of KINDS)
        if (held[kind] > 0n) sums[kind] += held[kind] * BigInt(until - since)
      since = until
      if (!change || change.time >= end) break
      for (const kind of KINDS) held[kind] += change[kind]
      next++
    }
    const positions = day < from ? 0n : toPoints(sums, rateOf(day))
    if (positions > 0n) points.push({ day, positions })
    if (next === changes.length && KINDS.every((kind) => held[kind] <= 0n)) break
  }
  return points
}

const KINDS = ["liquid", "locked", "loans"] as const

/** Sums are of amounts times seconds. Values of the vault are 0 before the first wrap and the first price. */
function toPoints(
  { liquid, locked, loans }: Record<(typeof KINDS)[number], bigint>,
  rate: DayRate | undefined,
): bigint {
  const seconds = BigInt(DAY_SECONDS)
  const toUsd = (shares: bigint) =>
    rate && rate.shares > 0n && rate.reserve0 > 0n
      ? (shares * rate.tide * rate.reserve1) / (seconds * rate.shares * rate.reserve0)
      : 0n
  const { liquidPercent, lockedPercent, loansPercent } = POINT_RULES
  const weighted =
    toUsd(liquid) * liquidPercent + toUsd(locked) * lockedPercent + (loans / seconds) * loansPercent
  return weighted / 100n
}
