import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { bulkStatement } from "@/lib/events/bulk-writes"
import type { RawLog } from "@/lib/events/logs"
import { log } from "@/lib/telemetry/logger"

/** A platform log that cannot be indexed, and why. */
export type UnreadableLog = { log: RawLog; reason: string }

type BlockSpan = { from: number; to: number }

/** Reasons may quote a log's content. */
const MAX_REASON_CHARACTERS = 300
/** Log lines for one batch. */
const MAX_LOGGED = 20

const insertUnreadable = bulkStatement(
  {
    ...{ block_number: "integer", log_index: "integer" },
    ...{ tx_hash: "text", emitter: "text", topic: "text", reason: "text" },
  },
  (rows) =>
    db
      .insertInto("unreadable_log")
      .columns(["block_number", "log_index", "tx_hash", "emitter", "topic", "reason"])
      .expression(db.selectFrom(rows).selectAll())
      .onConflict((conflict) => conflict.columns(["block_number", "log_index"]).doNothing())
      .returning(["block_number as block", "log_index as index"]),
)

/**
 * Stores logs that the index leaves out, so that they can be counted and read. With `blocks` the logs are complete for
 * these blocks. Returns those that were not stored before.
 */
export async function storeUnreadable(
  client: ClientBase,
  logs: readonly UnreadableLog[],
  blocks?: BlockSpan,
): Promise<UnreadableLog[]> {
  if (blocks) await removeOthers(client, logs, blocks)
  const stored = await insertUnreadable(
    client,
    logs.map(({ log, reason }) => ({
      block_number: +log.blockNumber,
      log_index: +log.logIndex,
      tx_hash: log.transactionHash,
      emitter: log.address,
      topic: log.topics[0] ?? null,
      reason: reason.replaceAll("\0", "").slice(0, MAX_REASON_CHARACTERS),
    })),
  )
  const added = new Set(stored.map(({ block, index }) => `${block}:${index}`))
  return logs.filter(({ log }) => added.has(`${+log.blockNumber}:${+log.logIndex}`))
}

async function removeOthers(
  client: ClientBase,
  logs: readonly UnreadableLog[],
  { from, to }: BlockSpan,
) {
  const kept = logs.map(({ log }) => `${+log.blockNumber}:${+log.logIndex}:${log.transactionHash}`)
  await dbOn(client)
    .deleteFrom("unreadable_log")
    .where("block_number", ">=", from)
    .where("block_number", "<=", to)
    .where(
      ({ ref }) =>
        sql`concat_ws(':', ${ref("block_number")}, ${ref("log_index")}, ${ref("tx_hash")})`,
      "<>",
      sql<string>`all(${kept}::text[])`,
    )
    .execute()
}

/** Prints which logs were left out, and why. */
export function logUnreadable(logs: readonly UnreadableLog[]): void {
  for (const { log: left, reason } of logs.slice(0, MAX_LOGGED)) {
    const { transactionHash, logIndex, address } = left
    log.warn(`Left out log ${+logIndex} of ${address} in ${transactionHash}: ${reason}`)
  }
  const more = logs.length - MAX_LOGGED
  if (more > 0) log.warn(`Left out ${more} more logs; table unreadable_log has all of them`)
}
