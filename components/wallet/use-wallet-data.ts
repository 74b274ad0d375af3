"use client"

import { useEffect, useRef, useState } from "react"
import { ThrottledReader } from "@/components/browser/throttled-reader"
import { useWalletState } from "./store"
import { useTransactions } from "./transactions/store"
import type { StoredTransaction } from "./transactions/stored-transaction"

/**
 * Data of an internal route about the connected wallet; reloaded when `version` changes and when a transaction of the
 * wallet is indexed. Null without a wallet, with `version` null, and until the first answer. Keeps the last data while
 * the service does not answer.
 */
export function useWalletData<T>(path: string, version: string | null): T | null {
  const { address: wallet } = useWalletState()
  const lastEnd = findLastEnd(useTransactions(), wallet)
  const [loaded, setLoaded] = useState<{ url: string; data: T } | null>(null)
  const reader = useRef<ThrottledReader<T> | null>(null)
  const url = wallet && version !== null ? `${path}?wallet=${wallet}` : null

  useEffect(() => {
    if (!url) return
    const created = new ThrottledReader<T>({
      read: (signal) => fetchData<T>(url, signal),
      onRead: (data) => setLoaded({ url, data }),
    })
    reader.current = created
    return () => {
      created.stop()
      reader.current = null
    }
  }, [url])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of them means that the data has changed
  useEffect(() => {
    reader.current?.refresh()
  }, [url, version, lastEnd])

  return loaded && loaded.url === url ? loaded.data : null
}

/** Unix milliseconds at which a transaction of the wallet ended last; 0 before the first. */
export function findLastEnd(
  transactions: readonly StoredTransaction[],
  wallet: string | null,
): number {
  return transactions.reduce(
    (last, { from, endedAt }) => (from === wallet ? Math.max(last, endedAt ?? 0) : last),
    0,
  )
}

async function fetchData<T>(url: string, signal: AbortSignal): Promise<T | null> {
  const response = await fetch(url, { signal })
  if (response.ok) {
    const data: T = await response.json()
    return data
  }
  if (response.status === 429 || response.status >= 500)
    throw new Error(`The service answered ${response.status}`)
  return null
}
