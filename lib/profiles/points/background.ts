import { runInBackground } from "@/lib/async/background"
import { processSingleton } from "@/lib/async/process-singleton"
import { writers } from "@/lib/db/client"
import { isDatabaseBusy } from "@/lib/db/errors"
import { withWriteLock } from "@/lib/db/write-lock"
import { env } from "@/lib/env"
import { log } from "@/lib/telemetry/logger"
import { computeDue } from "./compute"

/** Time limit of a computation, and of its wait for other writers. */
const BUDGET_MS = 15_000
const LOCK_TIMEOUT_MS = 5_000

/**
 * Starts a computation of due points in the background, this wallet first. One runs per process at a time; wallets
 * that it does not reach stay due.
 */
export function startComputation(wallet?: string): void {
  const state = processSingleton("points", () => ({ running: false }))
  if (state.running) return
  state.running = true
  runInBackground((signal) => computeAllDue(wallet, signal))
    .catch(logFailure)
    .finally(() => {
      state.running = false
    })
}

/** The same, unless an index follower runs, which computes points itself within seconds. */
export function startComputationWithoutFollower(): void {
  if (!env().INDEX_FOLLOWER) startComputation()
}

/** Computes all due points within the time limit, or until the signal aborts. */
export async function computeAllDue(first?: string, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + BUDGET_MS
  const client = await writers().connect()
  try {
    for (;;) {
      const { hasMore } = await withWriteLock(client, () => computeDue(client, { first }), {
        lockTimeoutMs: LOCK_TIMEOUT_MS,
      })
      if (!hasMore || performance.now() > deadline || signal?.aborted) return
    }
  } finally {
    client.release()
  }
}

/** Expected failures are not logged: while the index is rebuilt or many write, the points stay due. */
function logFailure(error: unknown) {
  if (isDatabaseBusy(error)) return
  log.error({ err: error }, "Points could not be computed")
}
