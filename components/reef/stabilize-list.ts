type Identified = { id: string }

/**
 * Updates a thread without moving what the user reads: known comments keep their order, new ones between them wait
 * unless the user wrote them, and new ones at the end appear at once. `latest` is in reading order; `shownIds` holds
 * the ids in the order shown, and `order` replaces it.
 */
export function stabilizeList<C extends Identified>(
  shownIds: readonly string[],
  latest: readonly C[],
  isOwn: (comment: C) => boolean,
) {
  const positions = new Map(shownIds.map((id, index) => [id, index]))
  const lastKnown = latest.findLastIndex(({ id }) => positions.has(id))
  const isShown = (comment: C, index: number) =>
    index > lastKnown || positions.has(comment.id) || isOwn(comment)
  const shown = latest.filter(isShown)
  const fresh = shown.filter(({ id }) => !positions.has(id)).map(({ id }) => id)
  const order = fresh.length > 0 ? [...shownIds, ...fresh] : shownIds
  const rank = new Map(order.map((id, index) => [id, index]))
  shown.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
  return { shown, order, waiting: latest.length - shown.length }
}
