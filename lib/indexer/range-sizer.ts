/** Logs of one range: some megabytes of answer, and some ten thousand rows per transaction. */
const TARGET_LOGS = 10_000
const FIRST_SIZE = 16
const MAX_SIZE = 10_000

/** How many blocks to ask for at once: grows while answers are small, shrinks when the node refuses. */
export function createRangeSizer() {
  let size = FIRST_SIZE
  let ceiling = MAX_SIZE
  return {
    get size() {
      return size
    },
    /** After a range was read: aims at the wanted number of logs. */
    adjust: (logs: number, blocks: number) => {
      const wanted = Math.floor((TARGET_LOGS * blocks) / Math.max(logs, 1))
      size = Math.max(1, Math.min(ceiling, size * 4, wanted))
      // A refusal may have had a passing reason.
      ceiling = Math.min(MAX_SIZE, ceiling + Math.ceil(ceiling / 4))
    },
    /** After a refusal; false when one block is too much already. */
    shrink: () => {
      if (size === 1) return false
      size = Math.floor(size / 2)
      ceiling = size
      return true
    },
  }
}
