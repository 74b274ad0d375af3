import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

export type IndexStatus = {
  /** Highest block with all platform logs stored. */
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
 * Progress of the index; null before the follower has started. A head that was just read from the node also reveals a
 * stopped follower.
 */
export async function findIndexStatus(head?: ChainHead): Promise<IndexStatus | null> {
  const stored = await findStoredStatus()
  return stored && addLag(stored, head)
}

const readStatus = statement({}, () =>
  db
    .selectFrom("index_cursor")
    .select([
      "indexed_block as indexedBlock",
      "indexed_time as indexedTime",
      "head_block as headBlock",
      "head_time as headTime",
    ])
    .where("id", "=", 1),
)

/** The progress as the follower has stored it. */
export async function findStoredStatus(): Promise<StoredStatus | null> {
  const [status] = await readStatus({})
  return status ?? null
}

export type IndexProblems = {
  /** Platform logs that could not be indexed. */
  unreadableLogs: number
  /** Reason of the newest. */
  newestReason: string | null
  /** Why indexing is stuck; null while it is not. */
  failure: string | null
}

/** Counting stops here. */
const MAX_COUNTED = 10_000

const readProblems = statement({}, () =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom(selectFrom("unreadable_log").select("log_index").limit(MAX_COUNTED).as("counted"))
      .select(sql<number>`count(*)::int`.as("count"))
      .as("unreadableLogs"),
    selectFrom("unreadable_log")
      .select(({ ref }) =>
        sql<string>`format('log %s of block %s: %s', ${ref("log_index")}, ${ref("block_number")},
            ${ref("reason")})`.as("text"),
      )
      .orderBy("block_number", "desc")
      .orderBy("log_index", "desc")
      .limit(1)
      .as("newestReason"),
    selectFrom("index_failure").select("reason").as("failure"),
  ]),
)

/** Unreadable logs, and the failure that stops indexing. */
export async function findIndexProblems(): Promise<IndexProblems> {
  const [problems] = await readProblems({})
  const { unreadableLogs = 0, newestReason = null, failure = null } = problems ?? {}
  return { unreadableLogs: unreadableLogs ?? 0, newestReason, failure }
}

/** Adds the distance to the newer head: the stored one or `seen`. */
export function addLag(stored: StoredStatus, seen?: ChainHead): IndexStatus {
  const isNewer = seen !== undefined && seen.number > stored.headBlock
  const { headBlock, headTime } = isNewer ? { headBlock: seen.number, headTime: seen.time } : stored
  const lagBlocks = Math.max(0, headBlock - stored.indexedBlock)
  const behind = Math.round((+headTime - +stored.indexedTime) / 1000)
  const lagSeconds = lagBlocks === 0 ? 0 : Math.max(0, behind)
  return { ...stored, headBlock, headTime, lagBlocks, lagSeconds }
}
