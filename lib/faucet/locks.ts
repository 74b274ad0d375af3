import { sql } from "kysely"
import type pg from "pg"
import { processSingleton } from "@/lib/async/process-singleton"
import { dbOn } from "@/lib/db/client"
import { createPool } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"

/** Advisory lock for assigning the treasury's nonces. */
const TREASURY_LOCK = 7_320_021
/** First key of the advisory locks of wallets that claim. */
const CLAIM_LOCKS = 7_320_022

/** Claims of this process that may wait for the treasury at once; each occupies a connection. */
const MAX_HOLDERS = 4

/** A separate pool, because a claim waits for the node while it holds its locks. */
const holders = () =>
  processSingleton("faucet-locks", () =>
    createPool({
      max: Math.min(MAX_HOLDERS, env().DATABASE_POOL),
      connectionString: env().DATABASE_DIRECT_URL,
    }),
  )

/** A connection with a wallet's lock. When its process dies or stalls, the database frees the lock. */
export type LockHolder = pg.PoolClient

/** Longer than a try at a payout waits for the node; a holder that is silent for as long has stalled. */
const STALLED = "20s"

/** Runs a wallet's claim alone: a second claim at the same time, even in another process, gets CLAIM_IN_PROGRESS. */
export function withClaimLock<T>(wallet: string, work: (holder: LockHolder) => Promise<T>) {
  return withHolder(async (holder) => {
    const lock = sql<boolean>`pg_try_advisory_lock(${sql.lit(CLAIM_LOCKS)}, hashtext(${wallet}))`
    if (await isTaken(holder, lock)) return work(holder)
    throw new ApiError("CLAIM_IN_PROGRESS", "Another claim of this wallet is running", {
      retryAfter: 1,
    })
  })
}

/** Waits for the treasury's lock as long as a request may; the holder keeps it until it releases it. */
export async function lockTreasury(holder: LockHolder): Promise<void> {
  await dbOn(holder)
    .selectNoFrom(sql`pg_advisory_lock(${sql.lit(TREASURY_LOCK)})`.as("lock"))
    .execute()
}

/** Throws when the database has freed the holder's locks, as those of a process that stalled. */
export async function assertHeld(holder: LockHolder): Promise<void> {
  await holder.query("select 1")
}

/** Does the work unless a claim is being paid just now. */
export function tryWithTreasury(work: () => Promise<void>): Promise<void> {
  return withHolder(async (holder) => {
    const lock = sql<boolean>`pg_try_advisory_lock(${sql.lit(TREASURY_LOCK)})`
    if (await isTaken(holder, lock)) await work()
  })
}

async function isTaken(holder: LockHolder, lock: ReturnType<typeof sql<boolean>>) {
  const { taken } = await dbOn(holder).selectNoFrom(lock.as("taken")).executeTakeFirstOrThrow()
  return taken
}

async function withHolder<T>(work: (holder: LockHolder) => Promise<T>): Promise<T> {
  const holder = await holders().connect()
  try {
    await holder.query(`set idle_session_timeout = '${STALLED}'`)
    return await work(holder)
  } finally {
    const release = "select pg_advisory_unlock_all(); reset idle_session_timeout"
    const isFree = await holder.query(release).then(
      () => true,
      () => false,
    )
    holder.release(!isFree)
  }
}
