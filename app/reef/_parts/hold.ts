/** Something with a place in a list that changes while it is read. */
export type Keyed = { key: string }

export type Held<T> = {
  /** What is shown, in its order. */
  shown: readonly T[]
  /** How many have come in among what was there. */
  waiting: number
}

/**
 * What a list that is being read shows when it hears of new contents: what was there stays where it is with its
 * new figures, what was asked for follows at the end, and what came in between waits. What is gone goes,
 * unless it only gave way to something newer.
 */
export function hold<T extends Keyed>(kept: readonly T[], latest: readonly T[]): Held<T> {
  const known = new Set(kept.map(({ key }) => key))
  const byKey = new Map(latest.map((item) => [item.key, item]))
  const lastKnown = latest.findLastIndex(({ key }) => known.has(key))
  if (kept.length === 0) return { shown: latest, waiting: 0 }
  if (lastKnown < 0) return { shown: latest.length > 0 ? kept : [], waiting: latest.length }
  const waiting = latest.slice(0, lastKnown).filter(({ key }) => !known.has(key)).length
  const lastThere = kept.findLastIndex(({ key }) => byKey.has(key))
  const still = kept.flatMap((item, place) => {
    const now = byKey.get(item.key)
    if (now) return [now]
    return waiting > 0 && place > lastThere ? [item] : []
  })
  return { shown: [...still, ...latest.slice(lastKnown + 1)], waiting }
}
