import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { blockLogs } from "./block-parts"
import { topics } from "./decode"
import type { RawLog } from "./logs"
import { headerAt } from "./node"
import { type Rpc, RpcError } from "./rpc"

const isBeyond = (log: RawLog) => +log.logIndex >= ROWS_PER_BLOCK

/**
 * Where each log's row id lies behind its block's first: its index, as long as ids have room for it. Logs beyond
 * take the free places from the top of their block downward, in the order of the chain. Which places are free is
 * told by all logs of the block with topics the index knows, whoever emitted them, so that the follower and every
 * report of a single transaction come to the same ids.
 */
export async function placesOf(
  rpc: Rpc,
  logs: readonly RawLog[],
): Promise<(log: RawLog) => number> {
  const blocks = new Set(logs.filter(isBeyond).map(({ blockNumber }) => +blockNumber))
  const places = new Map<string, number>()
  for (const block of blocks) {
    const header = await headerAt(rpc, block)
    if (!header) throw new RpcError(`The node lacks block ${block}`)
    const all = await blockLogs(rpc, header, { emitters: null, topics })
    for (const [key, place] of freePlaces(all)) places.set(key, place)
  }
  return (log) => {
    if (!isBeyond(log)) return +log.logIndex
    const place = places.get(keyOf(log))
    if (place === undefined) throw new RpcError("The node's logs of a block are not complete")
    return place
  }
}

const keyOf = ({ blockHash, logIndex }: RawLog) => `${blockHash}:${+logIndex}`

/** Places of the logs beyond, of one block's logs in the order of the chain. */
export function freePlaces(logs: readonly RawLog[]): Map<string, number> {
  const taken = new Set(logs.filter((log) => !isBeyond(log)).map(({ logIndex }) => +logIndex))
  const places = new Map<string, number>()
  let next = ROWS_PER_BLOCK
  for (const log of logs.filter(isBeyond)) {
    do next--
    while (taken.has(next))
    places.set(keyOf(log), next)
  }
  return places
}
