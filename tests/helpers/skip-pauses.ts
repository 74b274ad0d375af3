import { vi } from "vitest"
import * as backoff from "@/lib/async/backoff"

/**
 * Does the work without the pauses between its tries: each moves the clock by its length instead. Only for work that
 * pauses one after the other.
 */
export async function skipPauses<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] })
  const sleep = vi.spyOn(backoff, "sleep")
  sleep.mockImplementation(async (ms) => {
    vi.setSystemTime(Date.now() + ms)
  })
  try {
    return await work()
  } finally {
    sleep.mockRestore()
    vi.useRealTimers()
  }
}
