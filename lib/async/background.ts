import { processSingleton } from "./process-singleton"

const getTasks = () =>
  processSingleton("background", () => ({
    running: new Set<Promise<unknown>>(),
    ending: new AbortController(),
  }))

/**
 * Starts work that no answer waits for. It should end early when the signal aborts. Does nothing once the process is
 * ending.
 */
export async function runInBackground(
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { running, ending } = getTasks()
  if (ending.signal.aborted) return
  const task = work(ending.signal)
  running.add(task)
  try {
    await task
  } finally {
    running.delete(task)
  }
}

/** Before connections are closed: waits for what runs and lets nothing new begin. */
export async function stopBackground(): Promise<void> {
  const { running, ending } = getTasks()
  ending.abort()
  await Promise.allSettled(running)
}
