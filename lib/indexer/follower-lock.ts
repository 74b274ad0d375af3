import { sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { sleep } from "./backoff"

/** Advisory lock of the one follower that indexes; its connection holds it until it closes. */
const FOLLOWER_LOCK = 7_320_002

/** Pause between two tries to take the lock. */
const LOCK_RETRY_MS = 500

/** Only waiting for a reindexing takes longer; the follower then connects again. */
const QUERY_TIMEOUT_MS = 120_000
const CONNECTION_TIMEOUT_MS = 10_000

/**
 * Opens the connection that holds the follower's lock. When one end vanishes, the other closes the connection within
 * half a minute: the server frees the lock, the follower connects again.
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
    // Probes: after 15 s without traffic, three with 5 s between them. Sent data is acknowledged within 30 s.
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

/** Waits until the lock is free and takes it; false when the signal aborts first. */
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

/** Takes the lock unless another follower holds it. */
export async function tryFollowerLock(client: ClientBase): Promise<boolean> {
  const taken = sql<boolean>`pg_try_advisory_lock(${FOLLOWER_LOCK})`
  const { isTaken } = await dbOn(client).selectNoFrom(taken.as("isTaken")).executeTakeFirstOrThrow()
  return isTaken
}
