import { setImmediate, setTimeout } from "node:timers/promises"
import { vi } from "vitest"

const DAY_MS = 86_400_000
/** Longer than any test that counts what is done in a day. */
const MARGIN_MS = 60_000

/**
 * Lets midnight (UTC) pass when it is close, for tests of what the database counts by days: its clock cannot be
 * set, and the day they begin in must be the one they end in.
 */
export async function waitPastMidnight(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < MARGIN_MS) await setTimeout(left + 10)
}

/** Waits with fake timers while what is not timed goes on; only timers that are due at once fire meanwhile. */
export async function waitWithFakeTimers(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await vi.advanceTimersByTimeAsync(0)
    await setImmediate()
  }
}
