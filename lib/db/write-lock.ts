import type { ClientBase, QueryConfig } from "pg"
import { dropPlans, isOutdatedPlan, keepPlans, planName } from "@/lib/db/statement"
import { together } from "@/lib/db/together"

/** Advisory lock of all writers of the index: one transaction at a time. */
const WRITE_LOCK = 7_320_001

type Options<T> = {
  /** The last statement, which is sent with the commit: one round trip for both. */
  last?: (result: T) => QueryConfig
  /** 0 waits without limit. */
  lockTimeoutMs?: number
  /** False for data that can be read again: a crash may lose the last transactions, but whole and in order. */
  durable?: boolean
}

/** Runs `work` in one transaction under the lock; an error rolls it back. */
export async function withWriteLock<T>(
  client: ClientBase,
  work: () => Promise<T>,
  { last, ...options }: Options<T> = {},
): Promise<T> {
  keepPlans(client)
  try {
    const result = await withFirstStatements(client, beginStatement(options), work)
    // When the last statement fails, the commit rolls back, and its error is thrown.
    await together(client, () => [
      ...(last ? [client.query(withPlan(client, last(result)))] : []),
      client.query("commit"),
    ])
    return result
  } catch (error) {
    // A migration has changed a table since: the next try plans again.
    if (isOutdatedPlan(error)) dropPlans(client)
    await client.query("rollback").catch(() => {})
    throw error
  }
}

/** Keeps the plan, as for everything that writers run each time. */
const withPlan = (client: ClientBase, query: QueryConfig): QueryConfig => ({
  ...query,
  name: planName(client, query.text, 0),
})

const beginStatement = ({ lockTimeoutMs = 0, durable = true }: Omit<Options<unknown>, "last">) =>
  `begin; set local lock_timeout = ${lockTimeoutMs};
  set local synchronous_commit = ${durable ? "on" : "off"};
  select pg_advisory_xact_lock(${WRITE_LOCK})`

/** Sends the first statement of `work` together with `begin`; it waits for the lock in the database. */
async function withFirstStatements<T>(client: ClientBase, begin: string, work: () => Promise<T>) {
  let worked: Promise<T> | undefined
  await together(client, () => {
    const begun = client.query(begin)
    worked = work()
    // Its error is thrown below, unless `begin` failed first.
    worked.catch(() => {})
    return [
      begun,
      worked.then(
        () => {},
        () => {},
      ),
    ]
  })
  return worked as Promise<T>
}
