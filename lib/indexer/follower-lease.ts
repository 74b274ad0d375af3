import { LeaseLostError } from "@/lib/db/errors"
import type { Lease } from "@/lib/db/lease"
import type { DatabaseClient } from "@/lib/db/pool"
import { awaitSharedLock, connectLockHolder } from "@/lib/db/session-lock"
import { bindToLease } from "@/lib/db/write-lock"
import { type FollowOptions, follow } from "./follower"

/** The lease of the one follower that indexes. */
export const FOLLOWER = "follower"

/** Advisory lock that a follower of the last release without leases holds alone. */
const FORMER_LOCK = 7_320_002

/** Opens a connection that writes the index only while the lease is held; null when the signal aborts first. */
export async function connectFollower(
  lease: Lease,
  signal: AbortSignal,
): Promise<DatabaseClient | null> {
  const client = await connectLockHolder()
  if (await awaitSharedLock(client, FORMER_LOCK, signal)) {
    bindToLease(client, lease)
    return client
  }
  await client.end()
  return null
}

/**
 * Follows the chain on a connection of its own as `follow` does, until the lease is lost, which is an error, and
 * releases the lease.
 */
export async function followUnder(
  lease: Lease,
  options: FollowOptions,
  how?: Parameters<typeof follow>[2],
): Promise<void> {
  const signal = AbortSignal.any([options.signal, lease.lost])
  let client: DatabaseClient | null = null
  try {
    client = await connectFollower(lease, signal)
    if (client) await follow(client, { ...options, signal }, how)
    if (!lease.isHeld) throw new LeaseLostError("The lease of the follower was lost")
  } catch (error) {
    // A process that wakes up finds first that its connections are closed.
    if (!lease.isHeld)
      throw new LeaseLostError("The lease of the follower was lost", { cause: error })
    throw error
  } finally {
    await Promise.allSettled([lease.release(), client?.end()])
  }
}
