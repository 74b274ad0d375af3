const SCALE = 1_000_000n

/** Each outcome's part of the sum of all reserves, from 0 to 1, rounded down at six digits. */
export function probabilities(reserves: readonly bigint[]): number[] {
  const total = reserves.reduce((sum, reserve) => sum + reserve, 0n)
  if (total === 0n) return reserves.map(() => 0)
  return reserves.map((reserve) => Number((reserve * SCALE) / total) / Number(SCALE))
}
