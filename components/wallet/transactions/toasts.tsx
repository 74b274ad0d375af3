"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { toast } from "@/components/ui/toast"
import { describeStatus } from "./status"
import { subscribeToTransactions } from "./store"
import { isInProgress, type StoredTransaction } from "./stored-transaction"

/** Announces the end of transactions that no component on the page shows, and refreshes the page's data. */
export function TransactionToasts() {
  const router = useRouter()
  useEffect(
    () =>
      subscribeToTransactions((transactions, before) => {
        const phases = new Map(before.map(({ id, phase }) => [id, phase]))
        for (const transaction of transactions) {
          const { id, phase } = transaction
          const last = phases.get(id)
          if (last === undefined || last === phase) continue
          if (phase === "indexed") router.refresh()
          if (needsAttention(transaction) && !visible.has(id) && !document.hidden) {
            showToast(transaction)
          }
        }
      }),
    [router],
  )
  return null
}

/** It is final, or it waits for the user. */
function needsAttention(transaction: StoredTransaction) {
  return !isInProgress(transaction) || transaction.phase === "approved"
}

function showToast(transaction: StoredTransaction) {
  const { title, failure, hash } = transaction
  const { tone, label } = describeStatus(transaction)
  const isBad = tone === "bad"
  toast({
    title: isBad || tone === "neutral" ? `${title}: ${label.toLowerCase()}` : title,
    description: failure?.sentence ?? `${label}.`,
    tone: tone === "good" ? "good" : isBad ? "bad" : "warning",
    ...(hash ? { action: { label: "View transaction", href: `/tx/${hash}` } } : {}),
  })
}

/** Ids of the transactions that components show now, with the number of components. */
const visible = new Map<string, number>()

/** While mounted, the component shows the progress of the transaction, so that it needs no toast. */
export function useVisibleTransaction(id: string | null) {
  useEffect(() => {
    if (!id) return
    visible.set(id, (visible.get(id) ?? 0) + 1)
    return () => {
      const count = (visible.get(id) ?? 1) - 1
      if (count > 0) visible.set(id, count)
      else visible.delete(id)
    }
  }, [id])
}
