const SCALE = 1_000_000n

/** Each outcome's part of the sum of all reserves, from 0 to 1, rounded down at six digits. */
export function computeProbabilities(reserves: readonly bigint[]): number[] {
  const total = reserves.reduce((sum, reserve) => sum + reserve, 0n)
  if (total === 0n) return reserves.map(() => 0)
  return reserves.map((reserve) => Number((reserve * SCALE) / total) / Number(SCALE))
}

/** Of one percent, as probabilities have six digits. */
const PARTS_PER_PERCENT = 10_000

/**
 * The probabilities of all outcomes of a market as whole percentages that add up to 100, by the largest remainder
 * method: each is rounded down, and those that lost most get the missing ones, of equal ones the first.
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

/** An outcome's probability from 0 to 1, and what is shown of it beside the other outcomes of its market. */
export type OutcomeProbability = { probability: number; percent: number }

/** As a whole percentage, but for what would read as impossible or certain. */
export function formatChance({ probability, percent }: OutcomeProbability): string {
  if (probability > 0 && probability < 0.01) return "<1%"
  if (probability > 0.99 && probability < 1) return ">99%"
  return `${percent}%`
}

/** The same for all outcomes of a market; `rest` is what outcomes that are not shown have together. */
export function formatChances(all: readonly number[], rest = 0): string[] {
  const percents = roundPercents(rest > 0 ? [...all, rest] : all)
  return all.map((probability, index) =>
    formatChance({ probability, percent: percents[index] ?? 0 }),
  )
}
