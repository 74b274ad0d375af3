import { isInProgress, listTransactions, type StoredTransaction } from "./store"

/** What was sent under this name on this chain and has not ended; newest first. */
export function findPendingTransaction(name: string, chainId: number): StoredTransaction | null {
  return (
    listTransactions().find(
      (entry) => entry.name === name && entry.chainId === chainId && isInProgress(entry),
    ) ?? null
  )
}
