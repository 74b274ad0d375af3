"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { toast } from "@/components/ui/toaster"
import { describeStatus } from "./status"
import {
  isInProgress,
  listTransactions,
  type StoredTransaction,
  subscribeToTransactions,
} from "./store"
import { isTransactionVisible } from "./visible"

/** Tells how a transaction ended whose page is not open any more, and has open pages show what it changed. */
export function TransactionToasts() {
  const router = useRouter()
  useEffect(() => {
    let known = new Map(listTransactions().map((entry) => [entry.id, entry.phase]))
    return subscribeToTransactions(() => {
      const entries = listTransactions()
      for (const entry of entries) {
        const before = known.get(entry.id)
        if (before === undefined || before === entry.phase) continue
        if (entry.phase === "indexed") router.refresh()
        if (shouldNotify(entry) && !isTransactionVisible(entry.id) && !document.hidden)
          showToast(entry)
      }
      known = new Map(entries.map((entry) => [entry.id, entry.phase]))
    })
  }, [router])
  return null
}

/** Ends, and the one stop at which nothing happens by itself. */
function shouldNotify(entry: StoredTransaction) {
  return !isInProgress(entry) || entry.phase === "approved"
}

function showToast(entry: StoredTransaction) {
  const { tone, label } = describeStatus(entry)
  const isBad = tone === "bad"
  toast({
    title: isBad || tone === "neutral" ? `${entry.title}: ${label.toLowerCase()}` : entry.title,
    description: entry.failure?.sentence ?? `${label}.`,
    tone: tone === "good" ? "good" : isBad ? "bad" : "warning",
    ...(entry.hash ? { action: { label: "Look at it", href: `/tx/${entry.hash}` } } : {}),
  })
}
