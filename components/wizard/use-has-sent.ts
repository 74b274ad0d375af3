"use client"

import { useTransactions } from "@/components/wallet/transactions/store"

/** Whether the transaction of a draft has been sent: it can no longer be edited then. */
export function useHasSent(transactionName: string, created: string | null): boolean {
  const transactions = useTransactions()
  if (created) return true
  return transactions.some(
    ({ name, phase }) =>
      name === transactionName && ["pending", "mined", "indexed"].includes(phase),
  )
}
