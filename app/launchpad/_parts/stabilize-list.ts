export type KeyedItem = { key: string }

export type StableList<T> = {
  /** The rendered items, in order. */
  shown: readonly T[]
  /** Number of new items that are held back. */
  waiting: number
}

/**
 * The items a live list shows after an update. Rows keep their places while only their figures change. With new rows
 * the list takes the new order, unless the user is busy with it: then the new rows wait.
 */
export function stabilizeList<T extends KeyedItem>(
  shown: readonly T[],
  latest: readonly T[],
  { isBusy }: { isBusy: boolean },
): StableList<T> {
  const shownKeys = new Set(shown.map(({ key }) => key))
  const waiting = latest.filter(({ key }) => !shownKeys.has(key)).length
  const byKey = new Map(latest.map((item) => [item.key, item]))
  if (isBusy) return { shown: shown.map((item) => byKey.get(item.key) ?? item), waiting }
  if (waiting > 0) return { shown: latest, waiting: 0 }
  return { shown: shown.flatMap(({ key }) => byKey.get(key) ?? []), waiting: 0 }
}
