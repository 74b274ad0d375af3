import { sql } from "kysely"
import type { ClientBase } from "pg"
import { sleep } from "@/lib/async/backoff"
import { dbOn } from "@/lib/db/client"
import { connectDirect, type DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"

/** Pause between two tries to take a lock. */
const RETRY_MS = 500

/** Only waiting for a reindexing takes longer; the holder then connects again. */
const QUERY_TIMEOUT_MS = 120_000
const CONNECTION_TIMEOUT_MS = 10_000

/**
 * Opens a connection that holds advisory locks until it closes. When one end vanishes, the other closes the
 * connection within half a minute: the server frees the locks, and the holder connects again. With `stalledMs` it does so
 * as well when the holder sends nothing for so long.
 */
export async function connectLockHolder({
  connectionString = env().DATABASE_DIRECT_URL,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
  stalledMs = 0,
} = {}): Promise<DatabaseClient> {
  const client = await connectDirect({
    connectionString,
    queryTimeoutMs,
    connectionTimeoutMillis: Math.min(
      Math.max(CONNECTION_TIMEOUT_MS, env().DATABASE_TIMEOUT_MS),
      queryTimeoutMs,
    ),
  })
  try {
    // Probes: after 15 s without traffic, three with 5 s between them. Sent data is acknowledged within 30 s.
    await client.query(
      `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
      set tcp_user_timeout = 30000; set idle_session_timeout = ${stalledMs}`,
    )
    return client
  } catch (error) {
    client.destroy()
    throw error
  }
}

/**
 * Waits until no connection holds the lock alone, as programs of the release before leases do, and keeps them from
 * taking it; false when the signal aborts first. The release after this one needs it no more.
 */
export async function awaitSharedLock(
  client: ClientBase,
  lock: number,
  signal: AbortSignal,
): Promise<boolean> {
  const taken = sql<boolean>`pg_try_advisory_lock_shared(${lock})`
  const attempt = dbOn(client).selectNoFrom(taken.as("isTaken"))
  while (!signal.aborted) {
    if ((await attempt.executeTakeFirstOrThrow()).isTaken) return true
    await sleep(RETRY_MS, signal)
  }
  return false
}
