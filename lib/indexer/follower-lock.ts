import type { ClientBase } from "pg"
import { awaitSessionLock, connectLockHolder, trySessionLock } from "@/lib/db/session-lock"

/** Advisory lock of the one follower that indexes; its connection holds it until it closes. */
const FOLLOWER_LOCK = 7_320_002

/** Opens the connection that holds the follower's lock and does all its writing. */
export const connectFollower = connectLockHolder

/** Waits until the lock is free and takes it; false when the signal aborts first. */
export const awaitFollowerLock = (client: ClientBase, signal?: AbortSignal) =>
  awaitSessionLock(client, FOLLOWER_LOCK, signal)

/** Takes the lock unless another follower holds it. */
export const tryFollowerLock = (client: ClientBase) => trySessionLock(client, FOLLOWER_LOCK)
