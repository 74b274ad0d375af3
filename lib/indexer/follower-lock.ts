import type { ClientBase } from "pg"
import { DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { sleep } from "./backoff"

/** Held by the one follower at work, for as long as its connection lives. */
const FOLLOWER_LOCK = 7_320_002

/** How often a follower that waits looks whether the lock is free. */
const LOCK_RETRY_MS = 500

/** Longer than any statement of the index but a wait for a reindexing, which may be begun anew. */
const QUERY_TIMEOUT_MS = 120_000
const CONNECTION_TIMEOUT_MS = 10_000

/**
 * Opens the connection that holds a follower's lock. Both ends find out within half a minute when the other
 * has vanished without a word: the server then frees the lock, the follower connects again.
 */
export async function connectFollower({
  connectionString = env().DATABASE_URL,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
} = {}): Promise<DatabaseClient> {
  const client = new DatabaseClient({
    connectionString,
    queryTimeoutMs,
    connectionTimeoutMillis: Math.min(CONNECTION_TIMEOUT_MS, queryTimeoutMs),
  })
  try {
    await client.connect()
    // 15 s without traffic, then three probes of 5 s; sent data may stay unacknowledged for 30 s.
    await client.query(
      `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
      set tcp_user_timeout = 30000`,
    )
    return client
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** Waits until no other follower works on this database; false when the signal aborts before. */
export async function awaitFollowerLock(
  client: ClientBase,
  signal?: AbortSignal,
): Promise<boolean> {
  while (!signal?.aborted) {
    if (await tryFollowerLock(client)) return true
    await sleep(LOCK_RETRY_MS, signal)
  }
  return false
}

/** Takes the turn if nobody has it. */
export async function tryFollowerLock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_lock($1) as taken",
    [FOLLOWER_LOCK],
  )
  return rows[0]?.taken === true
}
