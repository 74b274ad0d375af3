import { db } from "@/lib/db"

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
export type Seen = { number: number; time: Date }
export type Stored = Omit<IndexStatus, "lagBlocks" | "lagSeconds">

/**
 * How far the index is; null before the follower has begun. With a head read from the node just now a
 * follower that has stopped shows as well.
 */
export async function indexStatus(head?: Seen): Promise<IndexStatus | null> {
  const stored = await storedStatus()
  return stored && withLag(stored, head)
}

/** What the follower has written down of its progress. */
export async function storedStatus(): Promise<Stored | null> {
  const { rows } = await db().pool.query<Stored>(
    `select indexed_block as "indexedBlock", indexed_time as "indexedTime",
      head_block as "headBlock", head_time as "headTime" from index_cursor where id = 1`,
  )
  return rows[0] ?? null
}

/** The distance to the newer of the two heads: the stored one and the one seen just now. */
export function withLag(stored: Stored, seen?: Seen): IndexStatus {
  const isNewer = seen !== undefined && seen.number > stored.headBlock
  const { headBlock, headTime } = isNewer ? { headBlock: seen.number, headTime: seen.time } : stored
  const lagBlocks = Math.max(0, headBlock - stored.indexedBlock)
  const behind = Math.round((+headTime - +stored.indexedTime) / 1000)
  const lagSeconds = lagBlocks === 0 ? 0 : Math.max(0, behind)
  return { ...stored, headBlock, headTime, lagBlocks, lagSeconds }
}
