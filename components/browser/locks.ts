/** Runs where no other tab of this browser runs the same; waits for its turn. Plain http has no locks. */
export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  return hasLocks() ? navigator.locks.request(name, run) : run()
}

/** The same without waiting: false when another tab is at it. */
export async function tryLock(name: string, run: () => Promise<void>): Promise<boolean> {
  if (!hasLocks()) {
    await run()
    return true
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run()
    return lock !== null
  })
}

const hasLocks = () => typeof navigator !== "undefined" && "locks" in navigator
