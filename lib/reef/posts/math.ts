const GRAVITY = 1.8
const AGE_OFFSET_HOURS = 2
const HOUR_MS = 3_600_000

/** Only posts of so many hours can be hot. */
export const HOT_WINDOW_HOURS = 30 * 24

/** Score / (age in hours + 2)^1.8. */
export function computeHotness(score: number, createdAt: number, now: number): number {
  const hours = Math.max(0, now - createdAt) / HOUR_MS
  return score / (hours + AGE_OFFSET_HOURS) ** GRAVITY
}

/** The same in SQL, of a post `p` at the time of a placeholder. */
export const hotnessSql = (now: string) =>
  `p.score / power(greatest(extract(epoch from ${now}::timestamptz - p.created_at), 0)::float8 / 3600
    + ${AGE_OFFSET_HOURS}, ${GRAVITY})`

/** The earliest a post of this score can have been written to be at least so hot, in milliseconds. */
export function findEarliestTime(score: number, minHotness: number, now: number): number {
  if (minHotness <= 0) return Number.NEGATIVE_INFINITY
  const hours = (score / minHotness) ** (1 / GRAVITY) - AGE_OFFSET_HOURS
  return now - hours * HOUR_MS
}
