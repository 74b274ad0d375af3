import {
  type Address,
  type Client,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem"
import {
  getBlock,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from "viem/actions"
import type { ContractCall } from "./contract-call"

/** A transaction as it was handed to a wallet. */
export type SentTransaction = { hash: Hex; from: Address; nonce: number | null; call: ContractCall }

export type Outcome =
  | { kind: "mined"; receipt: TransactionReceipt }
  /** Another transaction took its place; null when it could not be found. */
  | { kind: "cancelled" | "replaced"; hash: Hex | null }

export const POLL_MS = 1_000
const MAX_POLL_MS = 15_000

type OutcomeOptions = {
  /** The node has told which of the wallet's transactions it is: worth keeping for after a reload. */
  onNonce: (nonce: number) => void
  /** False ends the watch: nobody asks any more. */
  shouldContinue: () => boolean
  pause: (milliseconds: number) => Promise<unknown>
}

/**
 * Waits on our own node until a block holds the transaction, or another one of the same number. Outages
 * only make it wait longer. Unlike a watch that begins with the sending, this one also finds out what
 * happened while no page was open.
 */
export async function waitForOutcome(
  client: Client,
  sent: SentTransaction,
  watch: OutcomeOptions,
): Promise<Outcome | null> {
  let { nonce } = sent
  let outages = 0
  while (watch.shouldContinue()) {
    try {
      const receipt = await findReceipt(client, sent.hash)
      if (receipt) return { kind: "mined", receipt }
      if (nonce === null) {
        nonce = await findNonce(client, sent.hash)
        if (nonce !== null) watch.onNonce(nonce)
      } else if (await isNonceUsed(client, sent, nonce)) {
        return await classifyReplacement(client, sent, nonce)
      }
      outages = 0
    } catch {
      outages++
    }
    await watch.pause(Math.min(MAX_POLL_MS, POLL_MS * 2 ** outages))
  }
  return null
}

async function findReceipt(client: Client, hash: Hex) {
  try {
    return await getTransactionReceipt(client, { hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

/** Null while the node has not heard of it. */
async function findNonce(client: Client, hash: Hex) {
  return getTransaction(client, { hash }).then(
    ({ nonce }) => nonce,
    () => null,
  )
}

/** Whether the number is used up although there is no receipt; asked in this order, so that no block falls between. */
async function isNonceUsed(client: Client, { from, hash }: SentTransaction, nonce: number) {
  const count = await getTransactionCount(client, { address: from })
  return count > nonce && (await findReceipt(client, hash)) === null
}

async function classifyReplacement(
  client: Client,
  sent: SentTransaction,
  nonce: number,
): Promise<Outcome> {
  const other = await findByNonce(client, sent.from, nonce)
  if (!other) return { kind: "replaced", hash: null }
  const { to, input, value, hash } = other
  const { call } = sent
  const isSame =
    to?.toLowerCase() === call.to.toLowerCase() &&
    input === call.data &&
    value === (call.value ?? 0n)
  if (isSame) return { kind: "mined", receipt: await getTransactionReceipt(client, { hash }) }
  const isCancelled = to?.toLowerCase() === sent.from && value === 0n && input === "0x"
  return { kind: isCancelled ? "cancelled" : "replaced", hash }
}

/** The wallet's transaction of this number: in the first block after which the count is above it. */
async function findByNonce(client: Client, from: Address, nonce: number) {
  let low = 0n
  let high = await getBlockNumber(client, { cacheTime: 0 })
  try {
    while (low < high) {
      const middle = (low + high) / 2n
      const count = await getTransactionCount(client, { address: from, blockNumber: middle })
      if (count > nonce) high = middle
      else low = middle + 1n
    }
    const block = await getBlock(client, { blockNumber: high, includeTransactions: true })
    return block.transactions.find((one) => one.from.toLowerCase() === from && one.nonce === nonce)
  } catch {
    // Many nodes keep no old states.
    return undefined
  }
}
