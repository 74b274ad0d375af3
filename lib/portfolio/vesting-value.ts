/** A schedule as its contract describes it, since one of its events. */
export type ScheduleTerms = {
  total: bigint
  claimed: bigint
  /** Unix seconds. */
  start: number
  end: number
  isGradual: boolean
  /** 0 second, 1 minute, 2 hour, 3 day. */
  timeUnit: number
  /** Least vested amount: what was vested before an extension, or is left of it after a liquidation. */
  vestedFloor: bigint
}

const UNIT_SECONDS = [1, 60, 3_600, 86_400]

/** What is vested at a time, claimed tokens included; equal to the contract's figure. */
export function computeVested(terms: ScheduleTerms, time: number): bigint {
  const { total, start, end, isGradual, timeUnit, vestedFloor } = terms
  if (time >= end) return total
  if (!isGradual || time <= start) return vestedFloor
  const unit = UNIT_SECONDS[timeUnit] ?? 1
  const elapsed = time - start - ((time - start) % unit)
  const line = (total * BigInt(elapsed)) / BigInt(end - start)
  return line > vestedFloor ? line : vestedFloor
}

/**
 * The least vested amount after an event at `time`: an extension keeps what is vested, a liquidation takes its share of
 * vested and unvested tokens alike.
 */
export function computeVestedFloor(
  before: ScheduleTerms,
  after: Omit<ScheduleTerms, "vestedFloor">,
  time: number,
): bigint {
  if (after.total < before.total) {
    const unclaimed = before.total - before.claimed
    const left = unclaimed - (before.total - after.total)
    const vested = computeVested(before, time) - before.claimed
    return before.claimed + (vested * left) / unclaimed
  }
  return after.end > before.end ? computeVested(before, time) : before.vestedFloor
}
