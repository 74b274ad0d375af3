import {
  BaseError,
  NonceTooLowError,
  type PublicClient,
  RpcRequestError,
  TransactionReceiptNotFoundError,
} from "viem"
import { env } from "@/lib/env"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { settleIndexedPayouts } from "./indexed-payouts"
import { findOpenPayouts, markSent, type OpenPayout, voidPayout } from "./payout-rows"

/** Sends a stored payout; throws when no node has it. */
export async function broadcast(client: PublicClient, payout: OpenPayout): Promise<void> {
  try {
    await client.sendRawTransaction({ serializedTransaction: payout.signed })
  } catch (error) {
    // Nodes also refuse a repeated transaction.
    if (!(await isKnown(client, payout))) throw error
  }
  await markSent(payout)
}

const isKnown = (client: PublicClient, { hash }: OpenPayout) =>
  client.getTransaction({ hash }).then(
    () => true,
    () => false,
  )

/** The node has answered, and will not take the transaction. */
const isRefusal = (error: unknown) =>
  error instanceof BaseError && error.walk((each) => each instanceof RpcRequestError) !== null

/** Another program has used the treasury's key with this nonce. */
export const isNonceTaken = (error: unknown) =>
  error instanceof BaseError &&
  (error.walk((each) => each instanceof NonceTooLowError) !== null ||
    /replacement transaction|nonce too low/i.test(error.details))

/**
 * Whether a payout's transaction is mined. A reverted one is void; a successful one stays open until the follower has
 * indexed it.
 */
async function settleMined(client: PublicClient, payout: OpenPayout): Promise<boolean> {
  const { hash } = payout
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  })
  if (!receipt) return false
  if (receipt.status !== "success") {
    await voidPayout(payout, "reverted")
  } else if (!env().INDEX_FOLLOWER) {
    await syncTransaction(hash)
    await settleIndexedPayouts()
  }
  return true
}

/** Settles sent payouts, all or a wallet's, by their state on the chain. */
export async function settleSent(client: PublicClient, wallet?: string): Promise<void> {
  const open = await findOpenPayouts(wallet)
  if (open.length === 0) return
  await settleIndexedPayouts()
  for (const payout of open) if (payout.isSent) await settleMined(client, payout)
}

/**
 * Completes the payouts of an interrupted process: stored ones that were perhaps not sent, and sent ones that nodes
 * have lost. Only the holder of the treasury's lock may call it, because then nobody else is sending.
 */
export async function completePayouts(client: PublicClient): Promise<void> {
  await settleIndexedPayouts()
  for (const payout of await findOpenPayouts()) await completePayout(client, payout)
}

async function completePayout(client: PublicClient, payout: OpenPayout) {
  if (await settleMined(client, payout)) return
  if (payout.isSent && !payout.isOverdue) return
  const { treasury: address, nonce } = payout
  if (nonce < (await client.getTransactionCount({ address, blockTag: "latest" }))) {
    // It may have been mined between the two requests.
    if (!(await settleMined(client, payout))) {
      await voidPayout(payout, "another transaction has its nonce")
    }
    return
  }
  try {
    await broadcast(client, payout)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await voidPayout(payout, reasonOf(error))
  }
}

export const reasonOf = (error: unknown) =>
  error instanceof BaseError ? error.shortMessage : `${error}`
