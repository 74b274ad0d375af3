import type { RandomStream } from "./random"

export const DAY_SECONDS = 86_400

/** Trades are sent in blocks on this grid. */
export const BLOCK_SECONDS = 12

/** How busy each hour of the day (UTC) is: asleep before dawn, awake from Europe's noon to America's evening. */
const HOURLY_ACTIVITY = [
  0.45, 0.3, 0.18, 0.12, 0.1, 0.14, 0.3, 0.55, 0.85, 1.05, 1.15, 1.2, 1.3, 1.55, 1.8, 1.85, 1.75,
  1.6, 1.45, 1.4, 1.35, 1.2, 0.9, 0.65,
]
const WEEKEND_FACTOR = 0.5

/** How busy a moment is, 1 being the average of a working day. */
export function activityFactor(unixSeconds: number) {
  const date = new Date(unixSeconds * 1000)
  const hour = date.getUTCHours()
  const share = date.getUTCMinutes() / 60
  const here = HOURLY_ACTIVITY[hour] ?? 0
  const next = HOURLY_ACTIVITY[(hour + 1) % 24] ?? 0
  const weekend = [0, 6].includes(date.getUTCDay()) ? WEEKEND_FACTOR : 1
  return (here + (next - here) * share) * weekend
}

/** Times at which something of varying frequency happens; `perDay` may not exceed `most`. */
export function randomTimes(options: {
  from: number
  to: number
  most: number
  perDay: (unixSeconds: number) => number
  random: RandomStream
}) {
  const { from, to, most, perDay, random } = options
  const times: number[] = []
  const mean = DAY_SECONDS / most
  for (let at = from + random.wait(mean); at < to; at += random.wait(mean)) {
    if (!random.chance(perDay(at) / most)) continue
    times.push(at)
    // Trades come in company: one is often answered at once, mostly in the same block.
    if (random.chance(0.45)) times.push(at + random.wait(8))
  }
  return times.filter((at) => at < to).sort((a, b) => a - b)
}

/** The first block time at or after a moment. */
export function blockTime(start: number, at: number) {
  return start + Math.ceil((at - start) / BLOCK_SECONDS) * BLOCK_SECONDS
}
