import { processSingleton } from "@/lib/async/process-singleton"

/** Whether rendering has failed, by the ids of watched requests. */
const watched = () => processSingleton("failed-requests", () => new Map<string, boolean>())

/** Notes whether this request fails, until the answer is called. */
export function watchFailures(id: string) {
  watched().set(id, false)
  return () => void watched().delete(id)
}

/** Called by the framework (instrumentation.ts). */
export function noteFailure(id: string | undefined) {
  if (id !== undefined && watched().has(id)) watched().set(id, true)
}

export const hasFailed = (id: string) => watched().get(id) === true
