import type { Header, RawLog } from "@/lib/events/logs"
import { isSizeRefusal, ResponseTooLargeError, type Rpc, RpcError } from "./rpc"
import {
  buildBlockCall,
  buildLogCalls,
  type LogFilter,
  parseCall,
  parseLogs,
  type RawBlock,
  sortLogs,
  type TransactionCall,
} from "./rpc-calls"

/** Reads a block whose logs or transactions exceed one answer of the node. */

/** Transactions of one request. */
const TRANSACTIONS_PER_REQUEST = 50

/** The filter cannot be split further. */
class IndivisibleFilterError extends Error {
  override name = "Indivisible"
}

/**
 * All logs of a block that match a filter: read by groups of emitters, then of topics, finally by receipts. By the
 * block's hash, so that each answer is of this block.
 */
export async function readBlockLogs(rpc: Rpc, block: Header, filter: LogFilter): Promise<RawLog[]> {
  try {
    return sortLogs(await readFilteredLogs(rpc, block, filter))
  } catch (error) {
    if (!(error instanceof IndivisibleFilterError)) throw error
    return sortLogs(await readLogsFromReceipts(rpc, block, filter))
  }
}

/** A node that refuses a filter of which the logs are this few refuses its length. */
const FEW_LOGS = 100

async function readFilteredLogs(rpc: Rpc, block: Header, filter: LogFilter): Promise<RawLog[]> {
  const logs: RawLog[] = []
  for (const part of splitEmitters(filter, rpc.limits.addresses)) {
    for (const log of await readPartOfLogs(rpc, block, part)) logs.push(log)
  }
  return logs
}

async function readPartOfLogs(rpc: Rpc, block: Header, filter: LogFilter): Promise<RawLog[]> {
  try {
    const calls = buildLogCalls({ blockHash: block.hash }, filter, rpc.limits.addresses)
    return (await rpc.batch(calls)).flatMap(parseLogs)
  } catch (error) {
    if (!isSizeRefusal(error)) throw error
    const logs: RawLog[] = []
    for (const half of halveFilter(filter)) {
      for (const log of await readFilteredLogs(rpc, block, half)) logs.push(log)
    }
    if (logs.length < FEW_LOGS && !(error instanceof ResponseTooLargeError)) {
      const length = Math.ceil((filter.emitters?.length ?? 0) / 2)
      if (length > 0) rpc.limits.addresses = Math.min(rpc.limits.addresses, length)
    }
    return logs
  }
}

/** The filter in parts of as many emitters as the node accepts. */
function splitEmitters(filter: LogFilter, most: number): LogFilter[] {
  const { emitters, topics } = filter
  if (!emitters) return [filter]
  const parts: LogFilter[] = []
  for (let i = 0; i < emitters.length; i += most) {
    parts.push({ emitters: emitters.slice(i, i + most), topics })
  }
  return parts
}

function halveFilter({ emitters, topics }: LogFilter): LogFilter[] {
  if (emitters && emitters.length > 1) {
    const middle = emitters.length >> 1
    const parts = [emitters.slice(0, middle), emitters.slice(middle)]
    return parts.map((part) => ({ emitters: part, topics }))
  }
  if (topics.length < 2) throw new IndivisibleFilterError()
  const middle = topics.length >> 1
  const parts = [topics.slice(0, middle), topics.slice(middle)]
  return parts.map((part) => ({ emitters, topics: part }))
}

/** Reads one transaction at a time. */
async function readLogsFromReceipts(rpc: Rpc, block: Header, { emitters, topics }: LogFilter) {
  const [from, about] = [emitters && new Set(emitters), new Set(topics)]
  const logs: RawLog[] = []
  for (const hash of await readTransactionHashes(rpc, block)) {
    const answer = await rpc.callLarge("eth_getTransactionReceipt", [hash])
    const receipt = answer as { blockHash: string; logs: RawLog[] } | null
    if (receipt?.blockHash !== block.hash) throw blockLeftChain()
    for (const log of receipt.logs) {
      if (about.has(log.topics[0] ?? "") && (!from || from.has(log.address))) logs.push(log)
    }
  }
  return logs
}

/** The calls of a block's transactions: all in one answer, in groups, or one at a time. */
export async function readBlockCalls(rpc: Rpc, block: Header): Promise<TransactionCall[]> {
  const whole = await nullIfTooLarge(() => rpc.batch([buildBlockCall(block.number, true)]))
  if (whole) {
    assertSameBlock(block, whole[0])
    return (whole[0] as RawBlock).transactions.flatMap(parseCall)
  }
  const hashes = await readTransactionHashes(rpc, block)
  const calls: TransactionCall[] = []
  const ask = (some: readonly string[]) =>
    rpc.batch(some.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] })))
  for (let i = 0; i < hashes.length; i += TRANSACTIONS_PER_REQUEST) {
    const part = hashes.slice(i, i + TRANSACTIONS_PER_REQUEST)
    const together = await nullIfTooLarge(() => ask(part))
    if (together) calls.push(...together.flatMap(parseCall))
    else for (const hash of part) calls.push(...(await ask([hash])).flatMap(parseCall))
  }
  return calls
}

async function readTransactionHashes(rpc: Rpc, block: Header): Promise<string[]> {
  const answer = await rpc.call("eth_getBlockByNumber", buildBlockCall(block.number).params)
  assertSameBlock(block, answer)
  return (answer as RawBlock).transactions.map(String)
}

async function nullIfTooLarge<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isSizeRefusal(error)) throw error
    return null
  }
}

/** Several nodes may answer several requests: each answer must be of this block. */
function assertSameBlock({ hash }: Header, answer: unknown) {
  if ((answer as RawBlock | null)?.hash !== hash) throw blockLeftChain()
}

const blockLeftChain = () => new RpcError("The block left the chain while it was read")
