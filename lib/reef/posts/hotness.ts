export const GRAVITY = 1.8
export const AGE_OFFSET_HOURS = 2
const HOUR_MS = 3_600_000

/** Only posts of the last 30 days can be hot. */
export const HOT_WINDOW_HOURS = 30 * 24

/** Score / (age in hours + 2)^1.8; times in milliseconds. */
export function computeHotness(score: number, createdAt: number, now: number): number {
  const hours = Math.max(0, now - createdAt) / HOUR_MS
  return score / (hours + AGE_OFFSET_HOURS) ** GRAVITY
}

/** The earliest time, in milliseconds, at which a post of this score can have been written to be so hot. */
export function findEarliestTime(score: number, minHotness: number, now: number): number {
  if (minHotness <= 0) return Number.NEGATIVE_INFINITY
  const hours = (score / minHotness) ** (1 / GRAVITY) - AGE_OFFSET_HOURS
  return now - hours * HOUR_MS
}
