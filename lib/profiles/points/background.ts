import { processSingleton } from "@/lib/api/process-singleton"
import { writers } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import { env } from "@/lib/env"
import { computeDue } from "./compute"
import { storeRankSnapshot } from "./rank-snapshot"

/** What a computation that was asked for may take, and how long it waits for other writers. */
const BUDGET_MS = 15_000
const LOCK_TIMEOUT_MS = 5_000

const LOCK_NOT_AVAILABLE = "55P03"

/**
 * Computes what is due without anybody waiting for it, this wallet first. One computation runs in a process at a time;
 * what it does not finish stays due.
 */
export function startComputation(wallet?: string): void {
  const state = processSingleton("points", () => ({ running: false }))
  if (state.running) return
  state.running = true
  computeAllDue(wallet)
    .catch(logFailure)
    .finally(() => {
      state.running = false
    })
}

/** The same after something new was stored, unless a follower will see to it within seconds. */
export function startComputationWithoutFollower(): void {
  if (!env().INDEX_FOLLOWER) startComputation()
}

/** Computes everything that is due, within the time there is for it. */
export async function computeAllDue(first?: string): Promise<void> {
  const deadline = performance.now() + BUDGET_MS
  const client = await writers().connect()
  try {
    for (;;) {
      const { hasMore } = await withWriteLock(client, () => computeDue(client, { first }), {
        lockTimeoutMs: LOCK_TIMEOUT_MS,
      })
      if (!hasMore) return await storeRankSnapshot(client)
      if (performance.now() > deadline) return
    }
  } finally {
    client.release()
  }
}

const CONNECT_TIMEOUT = /^timeout exceeded when trying to connect/

/** A database that is being rebuilt computes the points itself; where many write, what is due stays due. */
function logFailure(error: unknown) {
  if (error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE) return
  if (error instanceof Error && CONNECT_TIMEOUT.test(error.message)) return
  console.error("Points could not be computed:", error)
}
