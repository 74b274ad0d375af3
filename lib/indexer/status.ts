import { pool } from "@/lib/db/client"

export type IndexStatus = {
  /** Highest block of which every platform log is stored. */
  indexedBlock: number
  indexedTime: Date
  /** Highest block seen. */
  headBlock: number
  headTime: Date
  lagBlocks: number
  /** Chain time between the two: 0 at the head, however long ago its last block was. */
  lagSeconds: number
}

/** A head read from the node just now. */
export type ChainHead = { number: number; time: Date }
export type StoredStatus = Omit<IndexStatus, "lagBlocks" | "lagSeconds">

/**
 * How far the index is; null before the follower has begun. With a head read from the node just now a
 * follower that has stopped shows as well.
 */
export async function findIndexStatus(head?: ChainHead): Promise<IndexStatus | null> {
  const stored = await findStoredStatus()
  return stored && addLag(stored, head)
}

/** What the follower has written down of its progress. */
export async function findStoredStatus(): Promise<StoredStatus | null> {
  const { rows } = await pool().query<StoredStatus>(
    `select indexed_block as "indexedBlock", indexed_time as "indexedTime",
      head_block as "headBlock", head_time as "headTime" from index_cursor where id = 1`,
  )
  return rows[0] ?? null
}

export type IndexProblems = {
  /** Logs of the platform that were left out. */
  unreadableLogs: number
  /** Why the newest of them was. */
  newestReason: string | null
  /** Why the follower does not get on; null while it does. */
  failure: string | null
}

/** Counting stops here. */
const MAX_COUNTED = 10_000

/** What is missing from the index, and what keeps it from growing. */
export async function findIndexProblems(): Promise<IndexProblems> {
  const { rows } = await pool().query<IndexProblems>(
    `select (select count(*)::int from (select from unreadable_log limit ${MAX_COUNTED}) counted)
        as "unreadableLogs",
      (select format('log %s of block %s: %s', log_index, block_number, reason) from unreadable_log
        order by block_number desc, log_index desc limit 1) as "newestReason",
      (select reason from index_failure) as failure`,
  )
  return rows[0] ?? { unreadableLogs: 0, newestReason: null, failure: null }
}

/** The distance to the newer of the two heads: the stored one and the one seen just now. */
export function addLag(stored: StoredStatus, seen?: ChainHead): IndexStatus {
  const isNewer = seen !== undefined && seen.number > stored.headBlock
  const { headBlock, headTime } = isNewer ? { headBlock: seen.number, headTime: seen.time } : stored
  const lagBlocks = Math.max(0, headBlock - stored.indexedBlock)
  const behind = Math.round((+headTime - +stored.indexedTime) / 1000)
  const lagSeconds = lagBlocks === 0 ? 0 : Math.max(0, behind)
  return { ...stored, headBlock, headTime, lagBlocks, lagSeconds }
}
