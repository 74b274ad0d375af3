import type { ClientBase } from "pg"
import type { RawLog } from "./logs"

/** A log of the platform that is left out, and why. */
export type UnreadableLog = { log: RawLog; reason: string }

type BlockSpan = { from: number; to: number }

/** Reasons may quote what a log says. */
const MAX_REASON_CHARACTERS = 300
/** Lines about one batch. */
const MAX_LOGGED = 20

/**
 * Keeps logs that are left out, so that they can be counted and looked at; the index goes on without them.
 * With `blocks` the logs are all there are of these blocks. Answers those that were not known before.
 */
export async function storeUnreadable(
  client: ClientBase,
  logs: readonly UnreadableLog[],
  blocks?: BlockSpan,
): Promise<UnreadableLog[]> {
  const column = (pick: (one: UnreadableLog) => string | number | null) => logs.map(pick)
  const places = [
    column(({ log }) => +log.blockNumber),
    column(({ log }) => +log.logIndex),
    column(({ log }) => log.transactionHash),
  ]
  if (blocks) {
    await client.query(
      `delete from unreadable_log u where block_number between $4 and $5 and not exists (
        select 1 from unnest($1::int[], $2::int[], $3::text[]) as g (block, index, hash)
        where g.block = u.block_number and g.index = u.log_index and g.hash = u.tx_hash
      )`,
      [...places, blocks.from, blocks.to],
    )
  }
  if (logs.length === 0) return []
  const { rows } = await client.query<{ block: number; index: number }>(
    `insert into unreadable_log (block_number, log_index, tx_hash, emitter, topic, reason)
    select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
    on conflict (block_number, log_index) do nothing
    returning block_number as block, log_index as index`,
    [
      ...places,
      column(({ log }) => log.address),
      column(({ log }) => log.topics[0] ?? null),
      column(({ reason }) => reason.replaceAll("\0", "").slice(0, MAX_REASON_CHARACTERS)),
    ],
  )
  const fresh = new Set(rows.map(({ block, index }) => `${block}:${index}`))
  return logs.filter(({ log }) => fresh.has(`${+log.blockNumber}:${+log.logIndex}`))
}

/** Says once which logs were left out, and why. */
export function logUnreadable(logs: readonly UnreadableLog[]): void {
  for (const { log, reason } of logs.slice(0, MAX_LOGGED)) {
    const { transactionHash, logIndex, address } = log
    console.warn(`Left out log ${+logIndex} of ${address} in ${transactionHash}: ${reason}`)
  }
  const more = logs.length - MAX_LOGGED
  if (more > 0) console.warn(`Left out ${more} more logs; table unreadable_log has all of them`)
}
