import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import type { RawLog } from "@/lib/events/logs"
import { topics } from "./decode"
import { readBlockLogs } from "./large-block"
import { findHeader } from "./node"
import { type Rpc, RpcError } from "./rpc"

const exceedsRowIds = (log: RawLog) => +log.logIndex >= ROWS_PER_BLOCK

/**
 * Offset of each log's row id from the first of its block: the log index, while ids have room for it. Logs with higher
 * indexes take free offsets from the top of the block downwards, in chain order. Taken are the offsets of all logs of
 * the block with known topics, of any emitter, so that the follower and a sync of one transaction assign the same ids.
 */
export async function findRowOffsets(
  rpc: Rpc,
  logs: readonly RawLog[],
): Promise<(log: RawLog) => number> {
  const blocks = new Set(logs.filter(exceedsRowIds).map(({ blockNumber }) => +blockNumber))
  if (blocks.size === 0) return ({ logIndex }) => +logIndex
  const places = new Map<string, number>()
  for (const block of blocks) {
    const header = await findHeader(rpc, block)
    if (!header) throw new RpcError(`The node lacks block ${block}`)
    const all = await readBlockLogs(rpc, header, { emitters: null, topics })
    for (const [key, place] of assignFreeOffsets(all)) places.set(key, place)
  }
  return (log) => {
    if (!exceedsRowIds(log)) return +log.logIndex
    const place = places.get(toLogKey(log))
    if (place === undefined) throw new RpcError("The node's logs of a block are not complete")
    return place
  }
}

const toLogKey = ({ blockHash, logIndex }: RawLog) => `${blockHash}:${+logIndex}`

/** Offsets of the logs without room, given all logs of a block in chain order. */
export function assignFreeOffsets(logs: readonly RawLog[]): Map<string, number> {
  const taken = new Set(logs.filter((log) => !exceedsRowIds(log)).map(({ logIndex }) => +logIndex))
  const places = new Map<string, number>()
  let next = ROWS_PER_BLOCK
  for (const log of logs.filter(exceedsRowIds)) {
    do next--
    while (taken.has(next))
    places.set(toLogKey(log), next)
  }
  return places
}
