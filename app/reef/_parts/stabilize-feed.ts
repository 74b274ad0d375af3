/** A row of the feed. */
type KeyedRow = { key: string }

type StabilizedFeed<T> = {
  /** Rows in the order shown. */
  shown: readonly T[]
  /** New rows above or between the known ones. */
  waiting: number
}

/**
 * Updates a feed without moving what the user reads: known rows keep their place and get new figures, rows after the
 * last known row are appended, and new rows above wait. Rows that are missing from `latest` disappear, unless newer
 * rows only pushed them off the page.
 */
export function stabilizeFeed<T extends KeyedRow>(
  previous: readonly T[],
  latest: readonly T[],
): StabilizedFeed<T> {
  const shownKeys = new Set(previous.map(({ key }) => key))
  const byKey = new Map(latest.map((item) => [item.key, item]))
  const lastKnown = latest.findLastIndex(({ key }) => shownKeys.has(key))
  if (previous.length === 0) return { shown: latest, waiting: 0 }
  if (lastKnown < 0) return { shown: latest.length > 0 ? previous : [], waiting: latest.length }
  const waiting = latest.slice(0, lastKnown).filter(({ key }) => !shownKeys.has(key)).length
  const lastPresent = previous.findLastIndex(({ key }) => byKey.has(key))
  const remaining = previous.flatMap((item, index) => {
    const now = byKey.get(item.key)
    if (now) return [now]
    return waiting > 0 && index > lastPresent ? [item] : []
  })
  return { shown: [...remaining, ...latest.slice(lastKnown + 1)], waiting }
}
