import {
  type Block,
  type Hex,
  type PublicClient,
  ResponseBodyTooLargeError,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem"
import { processSingleton } from "@/lib/async/process-singleton"
import { getCappedClient } from "@/lib/chain/client"
import { causeChain, findRevertReason, type RevertReason } from "@/lib/errors/revert-reason"
import { chainUnavailable } from "@/lib/http/errors"

/** A transaction as the node reports it. */
export type OnchainTransaction = {
  transaction: Transaction
  /** Both null while the transaction is pending. */
  receipt: TransactionReceipt | null
  block: Block | null
  /** Revert reason; null if the transaction did not fail or the reason is unknown. */
  reason: RevertReason | null
  /** Whether reading the reason again cannot change it. */
  isReasonFinal: boolean
}

/** The receipt exceeds the size limit of a page. */
export class TransactionTooLargeError extends Error {
  override name = "TransactionTooLargeError"
}

/** Depth at which a block is final: two epochs of Ethereum. */
const FINALITY_BLOCKS = 64n

/** Cache TTL by state, in milliseconds. */
const TTL_MS = {
  unknown: 3_000,
  pending: 1_000,
  mined: 5_000,
  unexplained: 30_000,
  tooLarge: 600_000,
}
const HEAD_TTL_MS = 1_000

/** Limits of the cache: entries and approximate memory. The least recently used entry is evicted first. */
const MAX_ENTRIES = 2_000
const MAX_BYTES = 64 * 2 ** 20

type CacheEntry = {
  transaction: Promise<OnchainTransaction | null>
  /** `performance.now()`; infinite while the read is pending. */
  validUntil: number
  bytes: number
}

const getCache = () => processSingleton("transactions", () => new Map<Hex, CacheEntry>())

/**
 * A transaction from the node; null if it has none. Concurrent requests share one read. A final transaction is
 * not read again, and of a mined one only the block.
 */
export async function findOnchainTransaction(hash: Hex): Promise<OnchainTransaction | null> {
  const entries = getCache()
  const cached = entries.get(hash)
  if (cached) entries.delete(hash)
  if (cached && performance.now() < cached.validUntil) {
    entries.set(hash, cached)
    return cached.transaction
  }
  const facts = readTransaction(hash, cached)
  const entry: CacheEntry = { transaction: facts, validUntil: Number.POSITIVE_INFINITY, bytes: 0 }
  entries.set(hash, entry)
  try {
    const transaction = await facts
    entry.validUntil = performance.now() + (await computeTtl(transaction))
    entry.bytes = transaction ? estimateBytes(transaction) : 0
    evictEntries(entries)
    return transaction
  } catch (error) {
    if (error instanceof TransactionTooLargeError) {
      entry.validUntil = performance.now() + TTL_MS.tooLarge
    } else if (entries.get(hash) === entry) {
      // The node did not answer: the next request reads again.
      entries.delete(hash)
    }
    throw error
  }
}

/** Number of the newest block, at most a second old. */
export async function readHead(): Promise<bigint> {
  return requireClient()
    .getBlockNumber({ cacheTime: HEAD_TTL_MS })
    .catch((cause: unknown) => {
      throw chainUnavailable(cause)
    })
}

function requireClient(): PublicClient {
  const client = getCappedClient()
  if (!client) throw chainUnavailable()
  return client
}

async function readTransaction(
  hash: Hex,
  cached: CacheEntry | undefined,
): Promise<OnchainTransaction | null> {
  const client = requireClient()
  const before = await cached?.transaction.catch(() => null)
  if (before?.receipt && before.isReasonFinal && (await isStillIncluded(client, before.receipt))) {
    return before
  }
  const [transaction, receipt] = await Promise.all([
    findOrNull(client.getTransaction({ hash }), TransactionNotFoundError),
    findOrNull(client.getTransactionReceipt({ hash }), TransactionReceiptNotFoundError),
  ])
  if (!transaction) return null
  if (!receipt)
    return { transaction, receipt: null, block: null, reason: null, isReasonFinal: true }
  const [block, why] = await Promise.all([
    readBlock(client, receipt.blockNumber),
    receipt.status === "reverted"
      ? replayForReason(client, transaction, receipt)
      : { reason: null, isReasonFinal: true },
  ])
  return { transaction, receipt, block, ...why }
}

/** Whether the block of the receipt is still in the chain. */
async function isStillIncluded(
  client: PublicClient,
  { blockNumber, blockHash }: TransactionReceipt,
) {
  return (await readBlock(client, blockNumber)).hash === blockHash
}

const readBlock = (client: PublicClient, blockNumber: bigint) =>
  client.getBlock({ blockNumber }).catch((cause: unknown) => {
    throw chainUnavailable(cause)
  })

/** Null for viem's "not found" error; other errors mean that the node is unavailable. */
async function findOrNull<T>(
  question: Promise<T>,
  absence: new (...parameters: never[]) => Error,
): Promise<T | null> {
  try {
    return await question
  } catch (error) {
    if (error instanceof absence) return null
    for (const cause of causeChain(error)) {
      if (cause instanceof ResponseBodyTooLargeError) {
        throw new TransactionTooLargeError("The receipt is too large", { cause: error })
      }
    }
    throw chainUnavailable(error)
  }
}

/** The receipt has no revert reason: repeats the call on the state before the block. */
async function replayForReason(
  client: PublicClient,
  { from: account, to, input: data, value }: Transaction,
  { blockNumber }: TransactionReceipt,
): Promise<Pick<OnchainTransaction, "reason" | "isReasonFinal">> {
  try {
    await client.call({ account, to, data, value, blockNumber: blockNumber - 1n })
    return { reason: null, isReasonFinal: true }
  } catch (error) {
    // An unanswered call is repeated later; a revert is the same every time.
    return { reason: findRevertReason(error), isReasonFinal: [...causeChain(error)].some(isRevert) }
  }
}

/** JSON-RPC codes of calls that did not run: internal error, limit exceeded, and viem's code for others. */
const UNANSWERED_CODES: readonly number[] = [-32603, -32005, -1]

/** An error that reports the result of the call. */
const isRevert = (cause: object) =>
  "code" in cause && typeof cause.code === "number" && !UNANSWERED_CODES.includes(cause.code)

async function computeTtl(facts: OnchainTransaction | null): Promise<number> {
  if (!facts) return TTL_MS.unknown
  const { receipt, isReasonFinal } = facts
  if (!receipt) return TTL_MS.pending
  if (!isReasonFinal) return TTL_MS.unexplained
  const isFinal = (await readHead()) - receipt.blockNumber >= FINALITY_BLOCKS
  return isFinal ? Number.POSITIVE_INFINITY : TTL_MS.mined
}

/** Approximate memory in bytes: mostly calldata and logs. */
function estimateBytes({ transaction, receipt }: OnchainTransaction) {
  const logs = receipt?.logs ?? []
  return logs.reduce((sum, { data }) => sum + data.length + 800, transaction.input.length + 3_000)
}

function evictEntries(entries: Map<Hex, CacheEntry>) {
  let bytes = 0
  for (const entry of entries.values()) bytes += entry.bytes
  for (const [hash, entry] of entries) {
    if (entries.size <= MAX_ENTRIES && bytes <= MAX_BYTES) return
    entries.delete(hash)
    bytes -= entry.bytes
  }
}
