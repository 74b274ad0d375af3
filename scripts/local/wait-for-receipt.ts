import { setTimeout } from "node:timers/promises"
import {
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from "viem"

type ReceiptReader = { getTransactionReceipt: (of: { hash: Hex }) => Promise<TransactionReceipt> }

const POLL_MS = 20

/**
 * The receipt of a sent transaction. viem's own wait asks again only when another block comes; a
 * node that mines on demand can show its last block before the receipts in it.
 */
export async function waitForReceipt(reader: ReceiptReader, hash: Hex, timeoutMs = 180_000) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await reader.getTransactionReceipt({ hash })
    } catch (error) {
      const isLate = error instanceof TransactionReceiptNotFoundError
      if (Date.now() > deadline) {
        throw isLate ? new WaitForTransactionReceiptTimeoutError({ hash }) : error
      }
    }
    await setTimeout(POLL_MS)
  }
}
