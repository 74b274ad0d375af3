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
import { kept } from "@/lib/api/kept"
import { cappedClient } from "@/lib/chain/client"
import { causes, type Reason, reasonIn } from "@/lib/errors/revert"

/** What the node says of a transaction. */
export type ChainFacts = {
  transaction: Transaction
  /** Both null while the transaction is pending. */
  receipt: TransactionReceipt | null
  block: Block | null
  /** Why it failed; null when it did not, or nobody knows. */
  reason: Reason | null
  /** Whether asking for the reason again would tell nothing new. */
  isReasonFinal: boolean
}

/** The receipt is larger than what is read for a page. */
export class TransactionTooLargeError extends Error {
  override name = "TransactionTooLargeError"
}

/** From this depth on no block is taken back: two epochs of Ethereum. */
const FINAL_BLOCKS = 64n

/** How long what was read holds, in milliseconds. */
const LIFETIME_MS = {
  unknown: 3_000,
  pending: 1_000,
  mined: 5_000,
  unexplained: 30_000,
  tooLarge: 600_000,
}
const HEAD_LIFETIME_MS = 1_000

/** Transactions remembered at most, and the memory they may take, about. The least recently viewed goes first. */
const MAX_ENTRIES = 2_000
const MAX_BYTES = 64 * 2 ** 20

type Entry = {
  facts: Promise<ChainFacts | null>
  /** In milliseconds of the process; in the future while the node is being asked. */
  validUntil: number
  bytes: number
}

const memory = () => kept("transactions", () => new Map<Hex, Entry>())

/**
 * What the node says of a transaction, null when it knows none. Views share one reading; what is final is not read
 * again, and of a mined one only its block, so that views cost the node next to nothing however often they are asked.
 */
export async function findChainFacts(hash: Hex): Promise<ChainFacts | null> {
  const entries = memory()
  const known = entries.get(hash)
  if (known) entries.delete(hash)
  if (known && performance.now() < known.validUntil) {
    entries.set(hash, known)
    return known.facts
  }
  const facts = read(hash, known)
  const entry: Entry = { facts, validUntil: Number.POSITIVE_INFINITY, bytes: 0 }
  entries.set(hash, entry)
  try {
    const found = await facts
    entry.validUntil = performance.now() + (await lifetimeOf(found))
    entry.bytes = found ? sizeOf(found) : 0
    makeRoom(entries)
    return found
  } catch (error) {
    if (error instanceof TransactionTooLargeError) {
      entry.validUntil = performance.now() + LIFETIME_MS.tooLarge
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
    .getBlockNumber({ cacheTime: HEAD_LIFETIME_MS })
    .catch((cause: unknown) => {
      throw chainUnavailable(cause)
    })
}

function requireClient(): PublicClient {
  const client = cappedClient()
  if (!client) throw chainUnavailable()
  return client
}

async function read(hash: Hex, known: Entry | undefined): Promise<ChainFacts | null> {
  const client = requireClient()
  const before = await known?.facts.catch(() => null)
  if (before?.receipt && before.isReasonFinal && (await isStillIn(client, before.receipt))) {
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
      ? explain(client, transaction, receipt)
      : { reason: null, isReasonFinal: true },
  ])
  return { transaction, receipt, block, ...why }
}

/** Whether the transaction's block is still the one of its number. */
async function isStillIn(client: PublicClient, { blockNumber, blockHash }: TransactionReceipt) {
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
    for (const cause of causes(error)) {
      if (cause instanceof ResponseBodyTooLargeError) {
        throw new TransactionTooLargeError("The receipt is too large", { cause: error })
      }
    }
    throw chainUnavailable(error)
  }
}

/** The receipt does not say why; the same call on the state before the block does, mostly. */
async function explain(
  client: PublicClient,
  { from: account, to, input: data, value }: Transaction,
  { blockNumber }: TransactionReceipt,
): Promise<Pick<ChainFacts, "reason" | "isReasonFinal">> {
  try {
    await client.call({ account, to, data, value, blockNumber: blockNumber - 1n })
    return { reason: null, isReasonFinal: true }
  } catch (error) {
    // A node that did not answer may do so later; one that has run the call says the same every time.
    return { reason: reasonIn(error), isReasonFinal: [...causes(error)].some(isRefusal) }
  }
}

/** JSON-RPC codes of a node that could not run the call: internal error, limit exceeded; viem's own for any other. */
const UNANSWERED: readonly number[] = [-32603, -32005, -1]

/** An error with which the node says how the call ended. */
const isRefusal = (cause: object) =>
  "code" in cause && typeof cause.code === "number" && !UNANSWERED.includes(cause.code)

async function lifetimeOf(facts: ChainFacts | null): Promise<number> {
  if (!facts) return LIFETIME_MS.unknown
  const { receipt, isReasonFinal } = facts
  if (!receipt) return LIFETIME_MS.pending
  if (!isReasonFinal) return LIFETIME_MS.unexplained
  const isFinal = (await readHead()) - receipt.blockNumber >= FINAL_BLOCKS
  return isFinal ? Number.POSITIVE_INFINITY : LIFETIME_MS.mined
}

/** About the bytes in memory: most are the texts of call and logs. */
function sizeOf({ transaction, receipt }: ChainFacts) {
  const logs = receipt?.logs ?? []
  return logs.reduce((sum, { data }) => sum + data.length + 800, transaction.input.length + 3_000)
}

function makeRoom(entries: Map<Hex, Entry>) {
  let bytes = 0
  for (const entry of entries.values()) bytes += entry.bytes
  for (const [hash, entry] of entries) {
    if (entries.size <= MAX_ENTRIES && bytes <= MAX_BYTES) return
    entries.delete(hash)
    bytes -= entry.bytes
  }
}
