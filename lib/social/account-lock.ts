import { sql } from "kysely"
import { dbOn, type Queries, transaction } from "@/lib/db/client"

/** Advisory lock of all linking and unlinking. */
const ACCOUNT_LOCK = 7_320_009

/**
 * A transaction that links or unlinks accounts, one at a time: between reading who had an account and taking it,
 * nobody else takes or releases it. Unique indexes hold besides.
 */
export function withAccountLock<T>(work: (queries: Queries) => Promise<T>) {
  return transaction(async (client) => {
    const queries = dbOn(client)
    await lockAccounts(queries)
    return work(queries)
  })
}

/** Takes the lock until the transaction of these queries ends. */
export async function lockAccounts(queries: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK})::text`.execute(queries)
}
