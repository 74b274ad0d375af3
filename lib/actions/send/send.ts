import { BaseError, type Hex, type PublicClient, RpcRequestError } from "viem"
import { sleep } from "@/lib/async/backoff"
import { getChainClient } from "@/lib/chain/client"
import { appErrors } from "@/lib/errors/app"
import { findRevertReason } from "@/lib/errors/revert-reason"
import { ApiError, notConfigured } from "@/lib/http/errors"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { findOnchainTransaction } from "@/lib/transactions/onchain"
import { requireAllowed } from "./allowed-calls"
import { takePlace } from "./places"
import { awaitReceipt } from "./receipts"
import type { SendRequest, SentTransaction } from "./schema"
import { readSigned, type SignedTransaction } from "./signed-transaction"

/** A request waits at most this long for its transactions. */
const PATIENCE_MS = 30_000
/** Between two tries to index a transaction. */
const INDEX_PAUSE_MS = 250
/**
 * POST /api/v1/transactions/send. All transactions are checked before the first one is sent. A transaction that a node
 * already has counts as sent, so that a request may be repeated. `wallet` is the wallet of the request.
 */
export async function sendTransactions(
  { signed, wait }: SendRequest,
  wallet: string,
): Promise<SentTransaction[]> {
  const client = getChainClient()
  if (!client) throw notConfigured("The chain")
  const transactions = await Promise.all(signed.map(readSigned))
  for (const transaction of transactions) await requireAllowed(transaction)
  const leave = wait === "sent" ? () => {} : takePlace(wallet)
  try {
    const deadline = Date.now() + PATIENCE_MS
    for (const [place, transaction] of transactions.entries()) {
      await relay(client, transaction, place)
    }
    return await Promise.all(
      transactions.map(({ hash }) => follow(client, hash, { wait, deadline })),
    )
  } finally {
    leave()
  }
}

async function relay(client: PublicClient, { bytes, hash }: SignedTransaction, place: number) {
  try {
    await client.sendRawTransaction({ serializedTransaction: bytes })
  } catch (error) {
    // Nodes also refuse a repeated transaction.
    if (await isKnown(client, hash)) return
    // The node may have it, and its answer is lost.
    if (!isRefusal(error)) throw maybeSent(hash, error)
    const why = describeRefusal(error)
    throw new ApiError("TRANSACTION_REFUSED", `The node refuses the transaction: ${why}`, {
      details: [{ path: `signed.${place}`, message: why }],
    })
  }
}

const isKnown = (client: PublicClient, hash: Hex) =>
  client.getTransaction({ hash }).then(
    () => true,
    () => false,
  )

const maybeSent = (hash: Hex, cause: unknown) =>
  new ApiError("MAYBE_SENT", "The node has not answered: checking whether it was sent", {
    ...{ retryAfter: 2, cause },
    details: [{ path: "signed", message: hash, hash }],
  })

/** The node has answered, and will not take the transaction. */
const isRefusal = (error: unknown) =>
  error instanceof BaseError && error.walk((each) => each instanceof RpcRequestError) !== null

/** The contract's reason, or the node's message. */
function describeRefusal(error: unknown): string {
  const reason = findRevertReason(error)
  if (reason) return `${reason.sentence} ${reason.remedy}`
  return error instanceof BaseError ? error.details || error.shortMessage : "unknown reason"
}

type Following = Pick<SendRequest, "wait"> & { deadline: number }

/** Waits for a sent transaction as long as the request allows. */
async function follow(
  client: PublicClient,
  hash: Hex,
  { wait, deadline }: Following,
): Promise<SentTransaction> {
  const pending: SentTransaction = { hash, status: "pending", blockNumber: null, events: [] }
  if (wait === "sent") return pending
  const receipt = await awaitReceipt(client, hash, deadline)
  if (!receipt) return pending
  const mined = { hash, blockNumber: Number(receipt.blockNumber) }
  if (receipt.status === "reverted") {
    return { ...mined, status: "reverted", events: [], error: await explain(hash) }
  }
  const events = wait === "indexed" ? await index(hash, deadline) : []
  return { ...mined, status: "success", events }
}

/** Codes of an index that is behind: the transaction is mined, whatever happens to its rows. */
const BEHIND = new Set<string>(["SYNC_FAILED", "TX_NOT_FOUND", "CHAIN_UNAVAILABLE"])

/** Indexes a mined transaction. A busy index is asked again until the time is over; then no rows are returned. */
async function index(hash: Hex, deadline: number) {
  for (;;) {
    try {
      return await syncTransaction(hash)
    } catch (error) {
      if (!(error instanceof ApiError) || !BEHIND.has(error.code)) throw error
      if (Date.now() >= deadline) return []
    }
    await sleep(INDEX_PAUSE_MS)
  }
}

/** Why a transaction was reverted. */
async function explain(hash: Hex): Promise<NonNullable<SentTransaction["error"]>> {
  const reason = (await findOnchainTransaction(hash).catch(() => null))?.reason
  if (reason) return { code: reason.name, message: reason.sentence, remedy: reason.remedy }
  const { sentence, remedy } = appErrors.REVERTED
  return { code: "REVERTED", message: sentence, remedy }
}
