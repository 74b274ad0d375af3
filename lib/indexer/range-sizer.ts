/** Logs of one range: some megabytes, and about ten thousand rows per database transaction. */
const TARGET_LOGS = 10_000
const FIRST_SIZE = 16
const MAX_SIZE = 10_000

/** Number of blocks in a range: grows while answers are small, shrinks when the node refuses. */
export function createRangeSizer() {
  let size = FIRST_SIZE
  let ceiling = MAX_SIZE
  return {
    get size() {
      return size
    },
    /** Call after each range: aims at TARGET_LOGS. */
    adjust: (logs: number, blocks: number) => {
      const target = Math.floor((TARGET_LOGS * blocks) / Math.max(logs, 1))
      size = Math.max(1, Math.min(ceiling, size * 4, target))
      // A refusal may have had a temporary cause.
      ceiling = Math.min(MAX_SIZE, ceiling + Math.ceil(ceiling / 4))
    },
    /** Call after a refusal; false when the range is one block. */
    shrink: () => {
      if (size === 1) return false
      size = Math.floor(size / 2)
      ceiling = size
      return true
    },
  }
}
