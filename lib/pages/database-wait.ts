import { setTimeout as sleep } from "node:timers/promises"
import { readSnapshot } from "@/lib/api/snapshot"
import { processSingleton } from "@/lib/async/process-singleton"

/** A database that takes longer to answer counts as away. */
const TIMEOUT_MS = 1_000

/** A request waits for the database so long, less than hosts and balancers do for an answer. */
const WAIT_MS = 25_000
const PAUSE_MS = 500

/** Requests that wait at a time; others are answered with what there is. */
const MAX_WAITING = 200

/** Rejects when the database takes too long. */
export function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const reason = new Error(`No answer of the database within ${TIMEOUT_MS} ms`)
    setTimeout(reject, TIMEOUT_MS, reason).unref()
  })
  return Promise.race([work, late])
}

/**
 * Waits until the database answers; false when it does not in time. An open page that reads itself again keeps what it
 * shows until it has an answer, and an answer with an error would replace it.
 */
export async function waitForDatabase(): Promise<boolean> {
  if (await isReadable()) return true
  const waiting = processSingleton("waiting-for-database", () => ({ count: 0 }))
  if (waiting.count >= MAX_WAITING) return false
  waiting.count += 1
  try {
    const deadline = performance.now() + WAIT_MS
    while (performance.now() < deadline) {
      await sleep(PAUSE_MS)
      if (await isReadable()) return true
    }
    return false
  } finally {
    waiting.count -= 1
  }
}

const isReadable = () =>
  withinTime(readSnapshot()).then(
    () => true,
    () => false,
  )
