import {
  type Address,
  type Client,
  type Hex,
  isHex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem"
import {
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  call as simulateCall,
} from "viem/actions"
import { describeRevert } from "@/components/browser/failure"
import { withLock } from "@/components/browser/locks"
import { ApiClientError, callApi } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"
import type { ContractCall } from "@/lib/chain/call"
import { type AppErrorCode, appErrors } from "@/lib/errors/app"
import { isWalletAsked } from "./ask-wallet"
import { findByNonce, findSentCall, isSameCall } from "./find-sent"
import { parseStoredCall } from "./send"
import {
  findTransaction,
  listTransactions,
  subscribeToTransactions,
  updateTransaction,
} from "./store"
import { isApproving, isAsked, isInProgress, type StoredTransaction } from "./stored-transaction"

const POLL_MS = 1_000
const MAX_POLL_MS = 15_000

const SYNC_ATTEMPTS = 8
const SYNC_PAUSE_MS = 400
const MAX_SYNC_PAUSE_MS = 6_000

type WatchOptions = {
  client: Client
  chainId: number
  /** Runs after each step of a transaction: on-chain state may have changed. */
  onChange: () => void
}

/**
 * Watches every stored transaction until it is final, whatever page is open and whichever tab sent it. A lock lets one
 * tab watch each transaction. Returns a function that stops watching for new ones.
 */
export function watchTransactions(options: WatchOptions): () => void {
  const watched = new Set<string>()
  const scan = () => {
    for (const transaction of listTransactions()) {
      const { id, chainId } = transaction
      if (chainId !== options.chainId || !isWatchable(transaction) || watched.has(id)) continue
      watched.add(id)
      void withLock(`atoll.follow.${id}`, () => watchTransaction(id, options)).finally(() => {
        watched.delete(id)
        // It may have been sent while its approval was still being watched.
        scan()
      })
    }
  }
  scan()
  return subscribeToTransactions(scan)
}

/** An approved transaction waits for the user, not for the chain. */
function isWatchable(transaction: StoredTransaction) {
  return isInProgress(transaction) && transaction.phase !== "approved"
}

async function watchTransaction(id: string, options: WatchOptions) {
  // Read again before each step: another tab may have held the lock until now.
  let transaction = findTransaction(id)
  while (transaction && isWatchable(transaction)) {
    if (isAsked(transaction)) await watchUntilDecided(id, options)
    else if (transaction.phase === "mined") await recordIndexed(transaction)
    else await watchUntilMined(transaction, options)
    options.onChange()
    transaction = findTransaction(id)
  }
}

/**
 * Polls our node until it has the requested transaction, or until the request is so old that it was not sent. Nothing
 * is decided while a wallet may still send it, or the node does not answer.
 */
async function watchUntilDecided(id: string, { client }: WatchOptions) {
  for (let errors = 0; ; ) {
    const transaction = findTransaction(id)
    if (!transaction || !isAsked(transaction)) return
    const isOpen = await isWalletAsked(id)
    // The page that asked the wallet was closed.
    if (transaction.phase === "confirming" && !isOpen) updateTransaction(id, { phase: "checking" })
    const now = Date.now()
    try {
      const search = await searchChain(client, transaction)
      if (!isStillAsked(id)) return
      if (search.kind === "found") return recordSent(transaction, search.hash)
      const isOver = now >= (transaction.asked?.decidesAt ?? 0)
      if (search.kind === "absent" && isOver && !isOpen) return recordEnd(id, "failed", "NOT_SENT")
      errors = 0
    } catch {
      errors++
    }
    await pause(Math.min(MAX_POLL_MS, POLL_MS * 2 ** errors))
  }
}

function isStillAsked(id: string) {
  const transaction = findTransaction(id)
  return transaction !== null && isAsked(transaction)
}

async function searchChain(client: Client, transaction: StoredTransaction) {
  const { asked: request, approval, from } = transaction
  const stored = isApproving(transaction) ? (approval?.call ?? transaction.call) : transaction.call
  const call = parseStoredCall(stored)
  if (!request || !call) return { kind: "unclear" as const }
  const others = new Set(listTransactions().flatMap((each) => [each.hash, each.approval?.hash]))
  return findSentCall(client, {
    ...{ from: toAddress(from), call, nonce: request.nonce, block: BigInt(request.block) },
    isOther: (hash) => others.has(hash),
  })
}

function recordSent(transaction: StoredTransaction, hash: Hex) {
  const { id, approval } = transaction
  const common = { nonce: null, asked: null }
  if (!isApproving(transaction) || !approval) {
    return updateTransaction(id, { phase: "pending", hash, ...common })
  }
  updateTransaction(id, { phase: "approving", approval: { ...approval, hash }, ...common })
}

async function watchUntilMined(transaction: StoredTransaction, { client }: WatchOptions) {
  const { id, nonce } = transaction
  const from = toAddress(transaction.from)
  const isApproval = transaction.phase === "approving"
  const sent = (isApproval ? transaction.approval : null) ?? transaction
  const call = parseStoredCall(sent.call)
  if (!isHex(sent.hash) || !call) return recordEnd(id, "failed", "UNKNOWN")
  const outcome = await waitForOutcome(
    client,
    { hash: sent.hash, from, nonce, call },
    {
      onNonce: (nonce) => updateTransaction(id, { nonce }),
      shouldContinue: () => findTransaction(id) !== null,
      pause,
    },
  )
  if (!outcome) return
  if (outcome.kind !== "mined") {
    const code = outcome.kind === "cancelled" ? "CANCELLED" : "REPLACED"
    return recordEnd(id, outcome.kind, code, outcome.hash)
  }
  const { status, transactionHash: hash, blockNumber } = outcome.receipt
  if (status === "reverted" && isApproval) return recordEnd(id, "failed", "APPROVAL_REVERTED")
  if (status === "reverted") return recordRevert(id, client, { from, call, blockNumber, hash })
  if (isApproval) return updateTransaction(id, { phase: "approved", nonce: null })
  updateTransaction(id, { phase: "mined", hash })
}

async function recordIndexed({ id, hash, sync }: StoredTransaction) {
  const isIndexed = isHex(hash) && (await syncTransaction(hash, sync))
  updateTransaction(id, { ...(isIndexed && { phase: "indexed" as const }), endedAt: Date.now() })
}

type RevertedTransaction = { from: Address; call: ContractCall; blockNumber: bigint; hash: Hex }

/** The receipt of a reverted transaction has no reason; the same call on the state before its block gives it. */
async function recordRevert(
  id: string,
  client: Client,
  { from, call, blockNumber, hash }: RevertedTransaction,
) {
  const reason = await simulateCall(client, {
    account: from,
    ...call,
    blockNumber: blockNumber - 1n,
  }).then(() => null, describeRevert)
  const { code, sentence, remedy } = reason ?? { code: "REVERTED", ...appErrors.REVERTED }
  const failure = { code, sentence, remedy }
  updateTransaction(id, { phase: "failed", hash, endedAt: Date.now(), failure })
}

function recordEnd(
  id: string,
  phase: "failed" | "cancelled" | "replaced",
  code: AppErrorCode,
  hash?: Hex | null,
) {
  updateTransaction(id, {
    phase,
    asked: null,
    endedAt: Date.now(),
    failure: { code, ...appErrors[code] },
    ...(hash ? { hash } : {}),
  })
}

const SYNC_ENDPOINTS = ["POST /api/v1/sync", "POST /api/v1/sync/faucet"] as const

/** Asks the service to index the transaction now. False if it cannot; then the indexer finds it later. */
async function syncTransaction(hash: Hex, paths: readonly string[]): Promise<boolean> {
  const results = await Promise.all(paths.map((path) => postSync(path, hash)))
  return results.every(Boolean)
}

async function postSync(path: string, txHash: Hex) {
  // A transaction stored by another version may name another path.
  const endpoint = SYNC_ENDPOINTS.find((each) => each === `POST ${path}`)
  if (!endpoint) return false
  for (let attempt = 0; attempt < SYNC_ATTEMPTS; attempt++) {
    try {
      await callApi(endpoint, { body: { txHash } })
      return true
    } catch (error) {
      if (!(error instanceof ApiClientError) || !isRetryable(error)) return false
      const ms = Math.min(MAX_SYNC_PAUSE_MS, SYNC_PAUSE_MS * 2 ** attempt)
      await pause(Math.max(error.retryAfterSeconds * 1_000, ms))
    }
  }
  return false
}

function isRetryable({ status, code }: ApiClientError) {
  return status === 0 || status === 429 || status >= 500 || (status === 422 && code !== "TX_FAILED")
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A transaction as it was given to the wallet. */
export type SentTransaction = { hash: Hex; from: Address; nonce: number | null; call: ContractCall }

type Outcome =
  | { kind: "mined"; receipt: TransactionReceipt }
  /** `hash` of the transaction with the same nonce; null if it could not be found. */
  | { kind: "cancelled" | "replaced"; hash: Hex | null }

type OutcomeOptions = {
  /** The nonce is worth storing: after a reload it detects a replacement. */
  onNonce: (nonce: number) => void
  /** Checked before each poll. */
  shouldContinue: () => boolean
  pause: (milliseconds: number) => Promise<unknown>
}

/**
 * Polls our own node until a block contains the transaction or another one with its nonce. Errors of the node only
 * lengthen the pause. Unlike viem's `waitForTransactionReceipt` it also finds a replacement that was mined while no
 * page was open.
 */
export async function waitForOutcome(
  client: Client,
  sent: SentTransaction,
  { onNonce, shouldContinue, pause }: OutcomeOptions,
): Promise<Outcome | null> {
  let { nonce } = sent
  let errors = 0
  while (shouldContinue()) {
    try {
      const receipt = await findReceipt(client, sent.hash)
      if (receipt) return { kind: "mined", receipt }
      if (nonce === null) {
        nonce = await findNonce(client, sent.hash)
        if (nonce !== null) onNonce(nonce)
      } else if (await isNonceUsed(client, sent, nonce)) {
        return await classifyReplacement(client, sent, nonce)
      }
      errors = 0
    } catch {
      errors++
    }
    await pause(Math.min(MAX_POLL_MS, POLL_MS * 2 ** errors))
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

/** Null while the node does not know the transaction. */
async function findNonce(client: Client, hash: Hex) {
  return getTransaction(client, { hash }).then(
    ({ nonce }) => nonce,
    () => null,
  )
}

/** Whether another transaction used the nonce. The receipt is read last, so that no block is missed in between. */
async function isNonceUsed(client: Client, { from, hash }: SentTransaction, nonce: number) {
  const count = await getTransactionCount(client, { address: from })
  return count > nonce && (await findReceipt(client, hash)) === null
}

async function classifyReplacement(
  client: Client,
  { call, from }: SentTransaction,
  nonce: number,
): Promise<Outcome> {
  const high = await getBlockNumber(client, { cacheTime: 0 })
  // Most nodes do not keep old states.
  const other = await findByNonce(client, { from, nonce, low: 0n, high }).catch(() => undefined)
  if (!other) return { kind: "replaced", hash: null }
  const { to, input, value, hash } = other
  if (isSameCall(other, call)) {
    return { kind: "mined", receipt: await getTransactionReceipt(client, { hash }) }
  }
  const isCancelled = to?.toLowerCase() === from && value === 0n && input === "0x"
  return { kind: isCancelled ? "cancelled" : "replaced", hash }
}
