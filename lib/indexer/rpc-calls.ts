import type { RawLog } from "@/lib/events/logs"
import { RpcError } from "./rpc"

/** JSON-RPC calls for blocks and logs, and their answers. */

export const toQuantity = (number: number) => `0x${number.toString(16)}`

export type RawBlock = {
  number: string
  hash: string
  parentHash: string
  timestamp: string
  /** Hashes, or whole transactions. */
  transactions: readonly unknown[]
}

export const buildBlockCall = (number: number, full = false) => ({
  method: "eth_getBlockByNumber",
  params: [toQuantity(number), full],
})

export type BlockSpan = { from: number; to: number }

/** Logs of these emitters, null for any, with one of these first topics. */
export type LogFilter = { emitters: readonly string[] | null; topics: readonly string[] }

/** `maxAddresses`: emitters in one filter, since providers refuse long lists. */
export function buildLogCalls(
  blocks: BlockSpan | { blockHash: string },
  { emitters, topics }: LogFilter,
  maxAddresses: number,
) {
  const range =
    "blockHash" in blocks
      ? blocks
      : { fromBlock: toQuantity(blocks.from), toBlock: toQuantity(blocks.to) }
  const ask = (address?: readonly string[]) => {
    const filter = { ...range, ...(address && { address }), topics: [topics] }
    return { method: "eth_getLogs", params: [filter] }
  }
  if (!emitters) return [ask()]
  const calls = []
  for (let i = 0; i < emitters.length; i += maxAddresses) {
    calls.push(ask(emitters.slice(i, i + maxAddresses)))
  }
  return calls
}

export function parseLogs(answer: unknown): RawLog[] {
  if (!Array.isArray(answer)) throw new RpcError("The node's logs are no list")
  return answer
}

/** A node returns the logs of one filter in chain order; those of several have to be merged. */
export function sortLogs(logs: RawLog[]): RawLog[] {
  const place = ({ blockNumber, logIndex }: RawLog) => +blockNumber * 1e9 + +logIndex
  let before = -1
  for (const log of logs) {
    const here = place(log)
    if (here < before) return logs.sort((a, b) => place(a) - place(b))
    before = here
  }
  return logs
}

/** Recipient and calldata of a transaction. */
export type TransactionCall = { to: string; input: string }

export function parseCall(transaction: unknown): TransactionCall[] {
  if (typeof transaction !== "object" || transaction === null) return []
  const { to, input } = transaction as { to?: string | null; input?: string }
  return to ? [{ to: to.toLowerCase(), input: input ?? "0x" }] : []
}
