import { setTimeout as wait } from "node:timers/promises"

const WINDOW_MS = 60_000

/**
 * For a test that counts to a quota: waits for the next window of the limits unless the present one has so much time
 * left, as requests of two windows are weighed.
 */
export async function windowStart(neededMs = 5_000) {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS)
  if (leftMs < neededMs) await wait(leftMs + 1)
}
