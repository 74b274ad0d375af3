import type { ClientBase } from "pg"
import { dropPlans, isOutdatedPlan, keepPlans } from "@/lib/db/statement"

/** Advisory lock of all writers of the index: one transaction at a time. */
const WRITE_LOCK = 7_320_001

type Options = {
  /** 0 waits without limit. */
  lockTimeoutMs?: number
  /** False for data that can be read again: a crash may lose the last transactions, but whole and in order. */
  durable?: boolean
}

/** Runs `work` in one transaction under the lock; an error rolls it back. */
export async function withWriteLock<T>(
  client: ClientBase,
  work: () => Promise<T>,
  { lockTimeoutMs = 0, durable = true }: Options = {},
): Promise<T> {
  const sync = durable ? "on" : "off"
  keepPlans(client)
  try {
    await client.query(
      `begin; set local lock_timeout = ${lockTimeoutMs}; set local synchronous_commit = ${sync};
      select pg_advisory_xact_lock(${WRITE_LOCK})`,
    )
    const result = await work()
    await client.query("commit")
    return result
  } catch (error) {
    // A migration changed a table since: the next try plans anew.
    if (isOutdatedPlan(error)) dropPlans(client)
    await client.query("rollback").catch(() => {})
    throw error
  }
}
