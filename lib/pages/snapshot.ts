/**
 * One spelling for all snapshots in which the same transactions are visible. A transaction that has begun and not ended
 * changes the text of pg_current_snapshot (xmin:xmax:running), but not what is read.
 */
export function canonicalSnapshot(snapshot: string): string {
  const [, last = "0", list = ""] = snapshot.split(":")
  const running = new Set(list === "" ? [] : list.split(",").map(BigInt))
  let end = BigInt(last)
  while (running.delete(end - 1n)) end -= 1n
  return `${end}:${[...running].join(",")}`
}
