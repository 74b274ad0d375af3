/** A schedule's terms, valid since one of its events. */
export type ScheduleTerms = {
  total: bigint
  claimed: bigint
  /** Unix seconds. */
  start: number
  end: number
  isGradual: boolean
  /** 0 second, 1 minute, 2 hour, 3 day. */
  timeUnit: number
  /** Least vested amount: the amount vested before an extension, or its remainder after a liquidation. */
  vestedFloor: bigint
}

const UNIT_SECONDS = [1, 60, 3_600, 86_400]

/** The vested amount at a time, including claimed tokens; equal to the contract's figure. */
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
 * The least vested amount after an event at `time`: an extension keeps the vested amount, a liquidation takes its
 * share of vested and unvested tokens alike.
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
