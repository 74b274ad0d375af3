type Identified = { id: string }

/**
 * What a thread shows when it hears of new comments: known ones keep their order, new ones among them wait,
 * unless they are one's own; at the end they follow at once. Comments are given in reading order, `known` as the ids
 * in theirs; `order` is what is known from now on.
 */
export function stabilizeList<C extends Identified>(
  known: readonly string[],
  latest: readonly C[],
  isOwn: (comment: C) => boolean,
) {
  const place = new Map(known.map((id, index) => [id, index]))
  const lastKnown = latest.findLastIndex(({ id }) => place.has(id))
  const isShown = (comment: C, index: number) =>
    index > lastKnown || place.has(comment.id) || isOwn(comment)
  const shown = latest.filter(isShown)
  const fresh = shown.filter(({ id }) => !place.has(id)).map(({ id }) => id)
  const order = fresh.length > 0 ? [...known, ...fresh] : known
  const rank = new Map(order.map((id, index) => [id, index]))
  shown.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
  return { shown, order, waiting: latest.length - shown.length }
}
