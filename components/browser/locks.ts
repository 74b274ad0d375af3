/** Runs once no other tab holds the lock. On plain http there are no locks, and it runs at once. */
export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  return hasLocks() ? navigator.locks.request(name, run) : run()
}

/** Does not wait: false if another tab holds the lock. */
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
