import { BaseError } from "viem"
import { isLeaseLost } from "@/lib/db/errors"

/** Pause after something could not be done, before it is tried again. */
const RETRY_MS = 60_000

/** A keeper's attempts. A failure does not hold up the others; it is retried after a pause. */
export class Attempts {
  /** Failures of this round, for the health check. */
  private failures: string[] = []
  /** Earliest time of the next try, by attempt. */
  private readonly retryAt = new Map<string, number>()

  constructor(private readonly log: (line: string) => void) {}

  /** Does the work (a phrase such as "settle this") unless it failed shortly before; false when it failed now or then. */
  async run(what: string, work: () => Promise<void>): Promise<boolean> {
    if ((this.retryAt.get(what) ?? 0) > Date.now()) return false
    try {
      await work()
      this.retryAt.delete(what)
      return true
    } catch (error) {
      if (isLeaseLost(error)) throw error
      this.retryAt.set(what, Date.now() + RETRY_MS)
      const reason = error instanceof BaseError ? error.shortMessage : `${error}`
      this.log(`Could not ${what}: ${reason}`)
      this.failures.push(`Could not ${what}`)
      return false
    }
  }

  /** Ends a round and returns its first failure. */
  takeFailure(): string | null {
    const [first = null] = this.failures
    this.failures = []
    return first
  }
}
