/** The index of the time nearest to `moment` among ascending times. */
export function findNearestPoint(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((times[middle] ?? 0) < moment) low = middle + 1
    else high = middle
  }
  const [before, after] = [times[low - 1], times[low]]
  if (before === undefined || after === undefined) return Math.max(0, low)
  return moment - before <= after - moment ? low - 1 : low
}

/** At most this many points, evenly spaced, including both ends. */
export function downsample<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, place) => points[Math.round(place * step)]).filter(
    (point) => point !== undefined,
  )
}
