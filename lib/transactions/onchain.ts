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
import { chainUnavailable } from "@/lib/api/errors"
import { processSingleton } from "@/lib/api/process-singleton"
import { getCappedClient } from "@/lib/chain/client"
import { causeChain, findRevertReason, type RevertReason } from "@/lib/errors/revert-reason"

/** What the node says of a transaction. */
export type OnchainTransaction = {
  transaction: Transaction
  /** Both null while the transaction is pending. */
  receipt: TransactionReceipt | null
  block: Block | null
  /** Why it failed; null when it did not, or nobody knows. */
  reason: RevertReason | null
  /** Whether asking for the reason again would tell nothing new. */
  isReasonFinal: boolean
}

/** The receipt is larger than what is read for a page. */
export class TransactionTooLargeError extends Error {
  override name = "TransactionTooLargeError"
}

/** From this depth on no block is taken back: two epochs of Ethereum. */
const FINALITY_BLOCKS = 64n

/** How long what was read holds, in milliseconds. */
const TTL_MS = {
  unknown: 3_000,
  pending: 1_000,
  mined: 5_000,
  unexplained: 30_000,
  tooLarge: 600_000,
}
const HEAD_TTL_MS = 1_000

/** Transactions remembered at most, and the memory they may take, about. The least recently viewed goes first. */
const MAX_ENTRIES = 2_000
const MAX_BYTES = 64 * 2 ** 20

type CacheEntry = {
  transaction: Promise<OnchainTransaction | null>
  /** In milliseconds of the process; in the future while the node is being asked. */
  validUntil: number
  bytes: number
}

const getCache = () => processSingleton("transactions", () => new Map<Hex, CacheEntry>())

/**
 * What the node says of a transaction, null when it knows none. Views share one reading; what is final is not read
 * again, and of a mined one only its block, so that views cost the node next to nothing however often they are asked.
 */
export async function findOnchainTransaction(hash: Hex): Promise<OnchainTransaction | null> {
  const entries = getCache()
  const known = entries.get(hash)
  if (known) entries.delete(hash)
  if (known && performance.now() < known.validUntil) {
    entries.set(hash, known)
    return known.transaction
  }
  const facts = readTransaction(hash, known)
  const entry: CacheEntry = { transaction: facts, validUntil: Number.POSITIVE_INFINITY, bytes: 0 }
  entries.set(hash, entry)
  try {
    const found = await facts
    entry.validUntil = performance.now() + (await computeTtl(found))
    entry.bytes = found ? estimateBytes(found) : 0
    evictEntries(entries)
    return found
  } catch (error) {
    if (error instanceof TransactionTooLargeError) {
      entry.validUntil = performance.now() + TTL_MS.tooLarge
    } else if (entries.get(hash) === entry) {
      // The node is away: the next view asks again.
      entries.delete(hash)
    }
    throw error
  }
}

/** The node's newest block, at most a second old. */
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
  known: CacheEntry | undefined,
): Promise<OnchainTransaction | null> {
  const client = requireClient()
  const before = await known?.transaction.catch(() => null)
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

/** Whether the transaction's block is still the one of its number. */
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

/** Null for "not there", which nodes say by an error; other errors mean that the node is away. */
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

/** The receipt does not say why; the same call on the state before the block does, mostly. */
async function replayForReason(
  client: PublicClient,
  { from: account, to, input: data, value }: Transaction,
  { blockNumber }: TransactionReceipt,
): Promise<Pick<OnchainTransaction, "reason" | "isReasonFinal">> {
  try {
    await client.call({ account, to, data, value, blockNumber: blockNumber - 1n })
    return { reason: null, isReasonFinal: true }
  } catch (error) {
    // A node that did not answer may do so later; one that has run the call says the same every time.
    return { reason: findRevertReason(error), isReasonFinal: [...causeChain(error)].some(isRevert) }
  }
}

/** JSON-RPC codes of a node that could not run the call: internal error, limit exceeded; viem's own for any other. */
const UNANSWERED_CODES: readonly number[] = [-32603, -32005, -1]

/** An error with which the node says how the call ended. */
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

/** About the bytes in memory: most are the texts of call and logs. */
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
