import type { Header, RawLog } from "@/lib/events/logs"
import { log as logger } from "@/lib/telemetry/logger"
import { signals } from "@/lib/telemetry/signals"
import { isSizeRefusal, ResponseTooLargeError, type Rpc, RpcError } from "./rpc"
import { Bloom, type LogFilter, lacksLogs, toQuantity } from "./rpc-calls"

/**
 * Whether a node's answers are whole. A transaction with a part of its logs leaves rows that nothing corrects: without
 * the other trades of its transaction a leg of a route looks like a trade of its own.
 */

type BlockReceipt = { blockHash: string; logs: RawLog[]; logsBloom?: string }

type ReadLogs = { headers: readonly Header[]; logs: readonly RawLog[]; filter: LogFilter }

/** Whether a node answers the receipts of whole blocks. */
const answersReceipts = new WeakMap<Rpc, boolean>()

/**
 * Throws unless the logs of each block are those of its receipts, and the receipts lack nothing that the block's header
 * names: a node's index of logs may be behind its blocks or have holes, its receipts are stored with the blocks. Blocks of
 * which the header says that they have no such logs cost nothing. What a node leaves out of its receipts and its header
 * alike is not found.
 */
export async function assertComplete(rpc: Rpc, { headers, logs, filter }: ReadLogs) {
  if (headers.length === 0) return
  const byBlock = new Map<string, RawLog[]>()
  for (const each of logs) {
    const others = byBlock.get(each.blockHash)
    if (others) others.push(each)
    else byBlock.set(each.blockHash, [each])
  }
  const doubtful = headers.filter(
    (header) => byBlock.has(header.hash) || mayHaveLogs(header, filter),
  )
  const answers = await readReceipts(rpc, doubtful)
  const isMatching = createMatcher(filter)
  for (const [at, header] of doubtful.entries()) {
    const receipts = answers[at]
    if (!receipts) continue
    if (receipts.some(({ blockHash }) => blockHash !== header.hash)) {
      throw new RpcError("The block left the chain while it was read")
    }
    const all = receipts.flatMap((receipt) => receipt.logs)
    const isSame = areSame(all.filter(isMatching), byBlock.get(header.hash) ?? [])
    if (isSame && areWhole(receipts, all, header)) continue
    signals.emit("incomplete")
    throw new RpcError(`The node left out logs of block ${header.number}`)
  }
}

/** Whether a block may have logs that match. */
function mayHaveLogs({ logsBloom }: Header, { emitters, topics }: LogFilter): boolean {
  const bloom = Bloom.parse(logsBloom)
  if (!bloom || bloom.isFull()) return false
  return topics.some(bloom.mayName) && (!emitters || emitters.some(bloom.mayName))
}

function createMatcher({ emitters, topics }: LogFilter) {
  const [from, about] = [emitters && new Set(emitters), new Set(topics)]
  return (each: RawLog) => about.has(each.topics[0] ?? "") && (!from || from.has(each.address))
}

/**
 * Whether receipts have all that their block's header names. Where the logs are counted through, only those at the end can
 * be missing: hashing all of a large block takes longer than storing it.
 */
function areWhole(receipts: readonly BlockReceipt[], all: readonly RawLog[], header: Header) {
  const bloom = Bloom.parse(header.logsBloom)
  const last = receipts.findLast(({ logs }) => logs.length > 0)
  const isCounted = all.every(({ logIndex }, at) => +logIndex === at)
  if (!bloom || !last?.logsBloom || !isCounted) return !lacksLogs(header.logsBloom, all)
  const blooms = receipts.flatMap(({ logsBloom }) => Bloom.parse(logsBloom) ?? [])
  return Bloom.union(blooms).covers(bloom) && !lacksLogs(last.logsBloom, last.logs)
}

const areSame = (some: readonly RawLog[], others: readonly RawLog[]) =>
  some.length === others.length && some.every((each, at) => toText(each) === toText(others[at]))

const toText = (each: RawLog | undefined) =>
  each && [+each.logIndex, each.transactionHash, each.address, each.data, ...each.topics].join()

/** The receipts of each block; null where the node does not answer them, or they exceed an answer. */
async function readReceipts(
  rpc: Rpc,
  headers: readonly Header[],
): Promise<(readonly BlockReceipt[] | null)[]> {
  const [first] = headers
  if (!first || !(answersReceipts.get(rpc) ?? (await tryReceipts(rpc, first)))) return []
  try {
    return (await rpc.batch(headers.map(buildReceiptsCall))).map(parseReceipts)
  } catch (error) {
    if (!isSizeRefusal(error)) throw error
    if (headers.length === 1) return [null]
    const middle = headers.length >> 1
    const before = await readReceipts(rpc, headers.slice(0, middle))
    return [...before, ...(await readReceipts(rpc, headers.slice(middle)))]
  }
}

const buildReceiptsCall = ({ number }: Header) => ({
  method: "eth_getBlockReceipts",
  params: [toQuantity(number)],
})

/** Alone, since a node that refuses many calls is sent fewer at once from then on. */
async function tryReceipts(rpc: Rpc, header: Header): Promise<boolean> {
  try {
    await rpc.batch([buildReceiptsCall(header)])
    answersReceipts.set(rpc, true)
    return true
  } catch (error) {
    if (error instanceof ResponseTooLargeError) return true
    if (!isUnknownMethod(error)) throw error
    answersReceipts.set(rpc, false)
    logger.warn("The node has no eth_getBlockReceipts: what its logs lack shows only later")
    return false
  }
}

function parseReceipts(answer: unknown): readonly BlockReceipt[] {
  if (!Array.isArray(answer)) throw new RpcError("The node lacks the receipts of a block")
  return answer
}

const METHOD_NOT_FOUND = -32601

/** Providers word it differently. */
const isUnknownMethod = (error: unknown) =>
  error instanceof RpcError &&
  error.code !== undefined &&
  (error.code === METHOD_NOT_FOUND || /\bmethod\b/i.test(error.message))
