import type { Header, RawLog } from "./logs"
import {
  asCall,
  asLogs,
  blockCall,
  type Call,
  inOrder,
  type LogFilter,
  logCalls,
  type RawBlock,
} from "./node-calls"
import { isAboutVolume, type Rpc, RpcError } from "./rpc"

/** Reads one block whose logs or transactions are more than fits into one answer of the node. */

/** Transactions of one request. */
const TRANSACTIONS = 50

/** The filter cannot be cut any further. */
class Indivisible extends Error {
  override name = "Indivisible"
}

/** All logs of a block that a filter lets through: by groups of emitters, then of topics, finally by receipts. */
export async function blockLogs(rpc: Rpc, block: Header, filter: LogFilter): Promise<RawLog[]> {
  try {
    return inOrder(await filteredLogs(rpc, block, filter))
  } catch (error) {
    if (!(error instanceof Indivisible)) throw error
    return inOrder(await logsOfReceipts(rpc, block, filter))
  }
}

async function filteredLogs(rpc: Rpc, block: Header, filter: LogFilter): Promise<RawLog[]> {
  const { number } = block
  const asked = logCalls({ from: number, to: number }, filter)
  try {
    const [found, ...answers] = await rpc.batch([blockCall(number), ...asked])
    demand(block, found)
    return answers.flatMap(asLogs)
  } catch (error) {
    if (!isAboutVolume(error)) throw error
    const logs: RawLog[] = []
    for (const half of halves(filter)) {
      for (const log of await filteredLogs(rpc, block, half)) logs.push(log)
    }
    return logs
  }
}

function halves({ emitters, topics }: LogFilter): LogFilter[] {
  if (emitters && emitters.length > 1) {
    const middle = emitters.length >> 1
    const parts = [emitters.slice(0, middle), emitters.slice(middle)]
    return parts.map((part) => ({ emitters: part, topics }))
  }
  if (topics.length < 2) throw new Indivisible()
  const middle = topics.length >> 1
  const parts = [topics.slice(0, middle), topics.slice(middle)]
  return parts.map((part) => ({ emitters, topics: part }))
}

/** One transaction at a time. */
async function logsOfReceipts(rpc: Rpc, block: Header, { emitters, topics }: LogFilter) {
  const [from, about] = [emitters && new Set(emitters), new Set(topics)]
  const logs: RawLog[] = []
  for (const hash of await transactionsOf(rpc, block)) {
    const answer = await rpc.callLarge("eth_getTransactionReceipt", [hash])
    const receipt = answer as { blockHash: string; logs: RawLog[] } | null
    if (receipt?.blockHash !== block.hash) throw gone()
    for (const log of receipt.logs) {
      if (about.has(log.topics[0] ?? "") && (!from || from.has(log.address))) logs.push(log)
    }
  }
  return logs
}

/** The calls of a block's transactions: all in one answer, in groups, or one at a time. */
export async function blockCalls(rpc: Rpc, block: Header): Promise<Call[]> {
  const whole = await unlessTooLarge(() => rpc.batch([blockCall(block.number, true)]))
  if (whole) {
    demand(block, whole[0])
    return (whole[0] as RawBlock).transactions.flatMap(asCall)
  }
  const hashes = await transactionsOf(rpc, block)
  const calls: Call[] = []
  const ask = (some: readonly string[]) =>
    rpc.batch(some.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] })))
  for (let i = 0; i < hashes.length; i += TRANSACTIONS) {
    const part = hashes.slice(i, i + TRANSACTIONS)
    const together = await unlessTooLarge(() => ask(part))
    if (together) calls.push(...together.flatMap(asCall))
    else for (const hash of part) calls.push(...(await ask([hash])).flatMap(asCall))
  }
  return calls
}

async function transactionsOf(rpc: Rpc, block: Header): Promise<string[]> {
  const found = await rpc.call("eth_getBlockByNumber", blockCall(block.number).params)
  demand(block, found)
  return (found as RawBlock).transactions.map(String)
}

async function unlessTooLarge<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isAboutVolume(error)) throw error
    return null
  }
}

/** Answers of several requests may come from several nodes: each has to be of this very block. */
function demand({ hash }: Header, found: unknown) {
  if ((found as RawBlock | null)?.hash !== hash) throw gone()
}

const gone = () => new RpcError("The block left the chain while it was read")
