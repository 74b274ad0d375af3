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

type Seen = { number: number; time: Date }
type Row = Omit<IndexStatus, "lagBlocks" | "lagSeconds">

/**
 * How far the index is; null before the follower has begun. With a head read from the node just now a
 * follower that has stopped shows as well.
 */
export async function indexStatus(head?: Seen): Promise<IndexStatus | null> {
  const { rows } = await db().pool.query<Row>(
    `select indexed_block as "indexedBlock", indexed_time as "indexedTime",
      head_block as "headBlock", head_time as "headTime" from index_cursor where id = 1`,
  )
  const [row] = rows
  if (!row) return null
  const isNewer = head !== undefined && head.number > row.headBlock
  const seen = isNewer ? { headBlock: head.number, headTime: head.time } : {}
  const status = { ...row, ...seen }
  return {
    ...status,
    lagBlocks: Math.max(0, status.headBlock - status.indexedBlock),
    lagSeconds:
      status.headBlock <= status.indexedBlock
        ? 0
        : Math.max(0, Math.round((+status.headTime - +status.indexedTime) / 1000)),
  }
}
