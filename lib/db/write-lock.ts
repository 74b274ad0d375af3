import { sql } from "kysely"
import type { ClientBase, QueryConfig } from "pg"
import { type Connection, dbOn } from "@/lib/db/client"
import { isLeaseLost, LeaseLostError } from "@/lib/db/errors"
import { MAX_IDLE_MS } from "@/lib/db/pool"
import { dropPlans, isOutdatedPlan, keepPlans, planName } from "@/lib/db/statement"
import { together } from "@/lib/db/together"

/** Advisory lock of all writers of the index: one transaction at a time. */
const WRITE_LOCK = 7_320_001

/** Statements that fail unless a lease is held, by the connections whose transactions begin with them. */
const assertions = new WeakMap<ClientBase, string>()

/** From now on, transactions that write the index on this connection commit only while the lease is held. */
export const bindToLease = (client: ClientBase, { assertion }: { assertion: string }) =>
  assertions.set(client, assertion)

type Options<T> = {
  /** The last statement, which is sent with the commit: one round trip for both. */
  last?: (result: T) => QueryConfig
  /** 0 waits without limit. */
  lockTimeoutMs?: number
  /** False for data that can be read again: a crash may lose the last transactions, but whole and in order. */
  durable?: boolean
}

type TransactionOptions<T> = Pick<Options<T>, "last" | "durable"> & {
  /** Statements that take a lock. */
  lock?: string
}

/** Runs `work` in one transaction under the lock; an error rolls it back. */
export const withWriteLock = <T>(
  client: ClientBase,
  work: () => Promise<T>,
  { lockTimeoutMs = 0, ...options }: Options<T> = {},
): Promise<T> =>
  inTransaction(client, work, {
    ...options,
    lock: `set local lock_timeout = ${lockTimeoutMs}; select pg_advisory_xact_lock(${WRITE_LOCK})`,
  })

/** Runs what a follower writes without the lock: if its connection is bound to a lease, only while it holds the lease. */
export const underLease = <T>(client: ClientBase, work: () => Promise<T>): Promise<T> =>
  assertions.has(client) ? inTransaction(client, work, { durable: false }) : work()

async function inTransaction<T>(
  client: ClientBase,
  work: () => Promise<T>,
  { last, ...options }: TransactionOptions<T>,
): Promise<T> {
  keepPlans(client)
  try {
    const result = await withFirstStatements(client, beginStatement(client, options), work)
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
    if (isLeaseLost(error)) throw new LeaseLostError("The lease was lost", { cause: error })
    throw error
  }
}

/** Keeps the plan, as for everything that writers run each time. */
const withPlan = (client: ClientBase, query: QueryConfig): QueryConfig => ({
  ...query,
  name: planName(client, query.text, 0),
})

/** The lease is checked once the lock is held, and in the same round trip. */
const beginStatement = (
  client: ClientBase,
  { lock, durable = true }: Omit<TransactionOptions<unknown>, "last">,
) =>
  [
    "begin",
    `set local idle_in_transaction_session_timeout = ${MAX_IDLE_MS}`,
    `set local synchronous_commit = ${durable ? "on" : "off"}`,
    ...[lock ?? [], assertions.get(client) ?? []].flat(),
  ].join("; ")

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

const AGENTS_LOCK = 7_320_004

/** Locks agents until the transaction ends, against changes by posts of wallets and by events. */
export async function lockAgents(client: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(AGENTS_LOCK)})::text`.execute(dbOn(client))
}
