const SCALE = 1_000_000n

/** The share of each reserve in their sum, from 0 to 1, rounded down to six digits. */
export function computeProbabilities(reserves: readonly bigint[]): number[] {
  const total = reserves.reduce((sum, reserve) => sum + reserve, 0n)
  if (total === 0n) return reserves.map(() => 0)
  return reserves.map((reserve) => Number((reserve * SCALE) / total) / Number(SCALE))
}

/** Steps of a probability, of six digits, in one percent. */
const PARTS_PER_PERCENT = 10_000

/**
 * The probabilities of all outcomes as whole percentages that add up to 100, by the largest remainder method: in a tie
 * the first outcome is rounded up.
 */
export function roundPercents(all: readonly number[]): number[] {
  const parts = all.map((probability) => Math.round(probability * 100 * PARTS_PER_PERCENT))
  if (parts.every((part) => part === 0)) return all.map(() => 0)
  const percents = parts.map((part) => Math.floor(part / PARTS_PER_PERCENT))
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const byRemainder = [...parts.keys()].sort(
    (a, b) =>
      ((parts[b] ?? 0) % PARTS_PER_PERCENT) - ((parts[a] ?? 0) % PARTS_PER_PERCENT) || a - b,
  )
  for (const index of byRemainder.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1
  return percents
}

/** A probability from 0 to 1, and the percentage shown for it. */
export type OutcomeProbability = { probability: number; percent: number }

/** A whole percentage; "<1%" and ">99%" for outcomes that are neither impossible nor certain. */
export function formatChance({ probability, percent }: OutcomeProbability): string {
  if (probability > 0 && probability < 0.01) return "<1%"
  if (probability > 0.99 && probability < 1) return ">99%"
  return `${percent}%`
}

/** Percentages of several outcomes; `rest` is the probability of all others together. */
export function formatChances(all: readonly number[], rest = 0): string[] {
  const percents = roundPercents(rest > 0 ? [...all, rest] : all)
  return all.map((probability, index) =>
    formatChance({ probability, percent: percents[index] ?? 0 }),
  )
}
